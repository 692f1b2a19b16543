import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpEnv } from './env.ts';
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

it('keeps what carries a hash for ever, and the rest for an hour', async () => {
  const asset = await app.request('/assets/app-1a2b.js');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toContain('text/javascript');
  const icon = await app.request('/favicon.svg');
  expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
});

it('sends what was compressed ahead to those who take it', async () => {
  const headers = { 'Accept-Encoding': 'gzip, br' };
  const compressed = await app.request('/assets/app-1a2b.js', { headers });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
  expect(await (await app.request('/assets/app-1a2b.js')).text()).toBe('plain');
});

it('sends nothing that the browser has already', async () => {
  const first = await app.request('/favicon.svg');
  const headers = { 'If-Modified-Since': first.headers.get('last-modified') ?? '' };
  const second = await app.request('/favicon.svg', { headers });
  expect(second.status).toBe(304);
  expect(await second.text()).toBe('');
  const older = { 'If-Modified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
  expect((await app.request('/favicon.svg', { headers: older })).status).toBe(200);
});

it.each(['/nothing.js', '/assets', '/', '/../outside.txt', '/%2e%2e/outside.txt', '/%00', '/%'])(
  'leaves %s to the pages',
  async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('page');
    expect(response.headers.get('cache-control')).toBeNull();
  },
);
