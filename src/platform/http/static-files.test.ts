import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpEnv } from './http-env.ts';
import { serve } from './serve.ts';
import { staticFiles } from './static-files.ts';

let directory: string;
let app: Hono<HttpEnv>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'static-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'assets/app-1a2b.js'), 'plain');
  await writeFile(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync('plain'));
  await writeFile(join(directory, 'favicon.svg'), '<svg/>');
  await writeFile(join(directory, '..', 'outside.txt'), 'secret');
  app = new Hono<HttpEnv>().use(staticFiles(directory)).all('*', (c) => c.text('page', 404));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await rm(join(directory, '..', 'outside.txt'));
});

it('caches hashed files for a year, and others for an hour', async () => {
  const asset = await app.request('/assets/app-1a2b.js');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toContain('text/javascript');
  const icon = await app.request('/favicon.svg');
  expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
});

it('sends the compressed file to browsers that accept it', async () => {
  const headers = { 'Accept-Encoding': 'gzip, br' };
  const compressed = await app.request('/assets/app-1a2b.js', { headers });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
  expect(await (await app.request('/assets/app-1a2b.js')).text()).toBe('plain');
});

it('responds with 304 if the browser has the file', async () => {
  const ask = (tag: string | null, encoding = 'identity') =>
    app.request('/assets/app-1a2b.js', {
      headers: { 'If-None-Match': tag ?? '', 'Accept-Encoding': encoding },
    });
  const { headers } = await ask(null);
  const again = await ask(headers.get('etag'));
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect(again.headers.get('cache-control')).toContain('immutable');
  // The compressed file has a different tag.
  expect((await ask(headers.get('etag'), 'br')).status).toBe(200);
  expect((await ask('"older"')).status).toBe(200);
});

it('responds to HEAD without a body, and to no other method', async () => {
  const head = await app.request('/favicon.svg', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await app.request('/favicon.svg', { method: 'POST' })).status).toBe(404);
});

it.each(['/nothing.js', '/assets/app-1a2b.js.br', '/assets', '/', '/%00', '/%'])(
  'leaves %s to the next handler',
  async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('page');
    expect(response.headers.get('cache-control')).toBeNull();
  },
);

// Sent over a socket, because a Request would normalise the path.
it.each([
  '/../outside.txt',
  '/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/%2e%2e%2foutside.txt',
  '/assets/../../outside.txt',
  '/assets/..%2f..%2foutside.txt',
  '/..%5coutside.txt',
  '/..\\outside.txt',
  '//../outside.txt',
  '/.../../outside.txt',
])('sends nothing outside its folder: %s', async (path) => {
  const { port, stop } = await serve({ fetch: app.fetch, host: '127.0.0.1', port: 0 });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, resolve).on('error', reject).end();
  });
  expect(await text(answer)).not.toContain('secret');
  expect([400, 404]).toContain(answer.statusCode);
  await stop(0);
});
