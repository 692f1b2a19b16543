import { once } from 'node:events';
import http from 'node:http';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Change } from '#domain/change.ts';
import { createLogger } from '#server/logger.ts';
import { createPageCache } from './page-cache.ts';
import { sharedCaching } from './public-pages.ts';
import { createLogAnswer } from './request-log.ts';
import { type RunningServer, serve } from './serve.ts';

/* The cache of pages on a connection, where it answers before the adapter of the web's own types. */

const midnight = new Date('2026-11-22T22:00:00Z');

let words: string;
let notify: (change: Change) => void;
let isListening: boolean;
let now: Date;
let lines: string[];
let reachedFetch: number;
let server: RunningServer;

beforeEach(async () => {
  words = 'Time and price. '.repeat(200);
  isListening = true;
  now = new Date('2026-11-22T12:00:00Z');
  lines = [];
  reachedFetch = 0;
  const log = createLogger(
    'info',
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const { fetch, answerKept } = createPageCache({
    fetch: () => new Response(words, { headers: { 'Cache-Control': sharedCaching } }),
    changes: {
      listen: (listener) => {
        notify = listener;
        return () => {};
      },
      isListening: () => isListening,
    },
    ...{ log, logAnswer: createLogAnswer(log) },
    now: () => now,
    nextTurn: () => midnight,
  });
  server = await serve({
    ...{ host: '127.0.0.1', port: 0, answerDirectly: answerKept },
    fetch: (request) => {
      reachedFetch += 1;
      return fetch(request);
    },
  });
});

afterEach(() => server.stop(1_000));

/** As it stands on the wire: the web's `fetch` would take the encoding away. */
async function ask(headers: Record<string, string> = {}, path = '/about', method = 'GET') {
  const options = { host: '127.0.0.1', port: server.port, path, method, headers };
  const [answer] = (await once(http.request(options).end(), 'response')) as [http.IncomingMessage];
  const { date: _, connection: __, 'keep-alive': ___, ...fields } = answer.headers;
  return { status: answer.statusCode, fields, body: await buffer(answer) };
}

it('is what was rendered once for all, with a line in the log each time', async () => {
  const id = { 'X-Request-Id': '0123456789abcdef' };
  const accept = { 'Accept-Encoding': 'br', ...id };
  const rendered = await ask(accept);
  expect(brotliDecompressSync(rendered.body).toString()).toBe(words);
  expect(rendered.fields['x-request-id']).toBe(id['X-Request-Id']);
  expect(await ask(accept)).toEqual(rendered);
  const { 'content-length': __, ...unchanged } = rendered.fields;
  const known = { ...accept, 'If-None-Match': String(rendered.fields.etag) };
  expect(await ask(known)).toEqual({ status: 304, fields: unchanged, body: Buffer.alloc(0) });
  expect((await ask(id)).body.toString()).toBe(words);
  expect(reachedFetch).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    [200, 304, 200].map((status) => ({ method: 'GET', route: '/about', status })),
  );
});

it('ends with a change, with the time, and while nothing is heard of changes', async () => {
  await ask();
  words = 'new';
  notify({ table: 'videos', kind: 'update' });
  expect((await ask()).body.toString()).toBe('new');
  now = new Date(midnight.getTime() - 2_000);
  await ask();
  expect(reachedFetch).toBe(2);
  isListening = false;
  await ask();
  expect(reachedFetch).toBe(3);
  isListening = true;
  now = midnight;
  await ask();
  expect(reachedFetch).toBe(4);
});

it('is none for another URL of the page, or another method', async () => {
  await ask();
  expect((await ask({}, '/about?x=1')).body.toString()).toBe(words);
  await ask({}, '/about', 'POST');
  const { fields, body } = await ask({}, '/about', 'HEAD');
  expect([fields['content-length'], body.length]).toEqual([String(words.length), 0]);
  expect(reachedFetch).toBe(4);
});
