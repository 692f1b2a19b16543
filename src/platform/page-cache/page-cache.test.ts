import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextMentorMidnight } from '#features/settings/server/mentor-time.ts';
import { createLogAnswer } from '#platform/http/request-log.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Change } from '#rules/change.ts';
import { createPageCache } from './page-cache.ts';
import { findPublicPage, sharedCaching } from './public-pages.ts';

const words = 'Time and price. '.repeat(200);

let rendered: string[];
let answer: () => Response | Promise<Response>;
let notify: (change: Change | 'resync') => void;
let isListening: boolean;
let now: Date;
let lines: string[];
let observed: string[];
let cache: ReturnType<typeof createPageCache>;

const page = (text = words, caching = sharedCaching, status = 200) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': caching },
  });

beforeEach(() => {
  rendered = [];
  lines = [];
  observed = [];
  answer = () => page();
  isListening = true;
  now = new Date('2026-11-22T12:00:00Z');
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger('info', stream);
  cache = createPageCache({
    fetch: (request) => {
      rendered.push(request.url.replace(/^https?:\/\/[^/]+/, ''));
      return answer();
    },
    changes: {
      listen: (listener) => {
        notify = listener;
        return () => {};
      },
      isListening: () => isListening,
    },
    log,
    logAnswer: createLogAnswer(log, ({ method, route, status }) =>
      observed.push(`${method} ${route} ${status}`),
    ),
    now: () => now,
    nextTurn: (after) => nextMentorMidnight(after, { timeZone: 'Africa/Johannesburg' }),
  });
});

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  cache(new Request(`https://www.example.com${path}`, { headers, method }));

const read = async (path = '/about') => (await get(path)).text();

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

it('renders a page once, and serves it in the accepted encoding', async () => {
  expect(await read()).toBe(words);
  const brotli = await get('/about', { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(brotli.headers.get('content-encoding')).toBe('br');
  // Not `bytes()`: the adapter replaces the global Response with its own, which lacks it.
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(words);
  const gzip = await get('/about', { 'Accept-Encoding': 'gzip, br;q=0' });
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(words);
  const plain = await get('/about', { 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const { headers } of [brotli, gzip, plain]) {
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('cache-control')).toBe(sharedCaching);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
  const tags = [brotli, gzip, plain].map(({ headers }) => headers.get('etag'));
  expect(new Set(tags).size).toBe(3);
  expect(rendered).toEqual(['/about']);
});

it('sends the length for HEAD', async () => {
  const head = await get('/about', {}, 'HEAD');
  expect(head.headers.get('content-length')).toBe(String(words.length));
  expect(await head.text()).toBe('');
});

it('responds with 304 if unchanged, and with the new bytes after a change', async () => {
  const tag = (await get('/about')).headers.get('etag') ?? '';
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const unchanged = await get('/about', { 'If-None-Match': known });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('etag')).toBe(tag);
    expect(unchanged.headers.get('content-length')).toBeNull();
  }
  answer = () => page('new');
  notify({ table: 'courses', kind: 'update' });
  const changed = await get('/about', { 'If-None-Match': tag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toBe('new');
});

it('responds with 304 if a change does not affect the page', async () => {
  const tag = (await get('/about')).headers.get('etag') ?? '';
  notify({ table: 'courses', kind: 'update' });
  expect((await get('/about', { 'If-None-Match': tag })).status).toBe(304);
  expect(rendered).toHaveLength(2);
  // The same content with other headers is a different representation.
  answer = () => page(words, `${sharedCaching}, no-transform`);
  notify({ table: 'courses', kind: 'update' });
  const changed = await get('/about', { 'If-None-Match': tag });
  expect(changed.headers.get('cache-control')).toContain('no-transform');
  expect(changed.status).toBe(200);
});

it('renders once for concurrent requests, and logs and counts each with its own id', async () => {
  const rendering = Promise.withResolvers<Response>();
  answer = () => rendering.promise;
  const ids = Array.from({ length: 50 }, () => randomUUID());
  const answers = ids.map((id) => get('/about', { 'X-Request-Id': id }));
  rendering.resolve(page());
  const given = await Promise.all(answers);
  expect(given.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids);
  expect(rendered).toHaveLength(1);
  // The first request is logged where the page is rendered.
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids.slice(1));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ route: '/about', method: 'GET', status: 200 });
  expect(observed).toEqual(ids.slice(1).map(() => 'GET /about 200'));
});

it('does not serve a render that started before a change to later requests', async () => {
  const before = Promise.withResolvers<Response>();
  answer = () => before.promise;
  const early = read();
  notify({ table: 'events', kind: 'insert' });
  answer = () => page('after');
  expect(await read()).toBe('after');
  before.resolve(page('before'));
  expect(await early).toBe('before');
  expect(await read()).toBe('after');
});

it.each(['leads', 'bookings', 'mail_deliveries'])(
  'keeps its pages when %s change',
  async (table) => {
    await read();
    notify({ table, kind: 'insert' });
    await read();
    expect(rendered).toHaveLength(1);
  },
);

it('renders again when changes may have been missed, and when the mentor’s day ends', async () => {
  await read();
  notify('resync');
  await read();
  expect(rendered).toHaveLength(2);
  now = new Date('2026-11-22T21:59:59Z');
  await read();
  expect(rendered).toHaveLength(2);
  now = new Date('2026-11-22T22:00:00Z');
  await read();
  expect(rendered).toHaveLength(3);
});

it('serves the cached page if a background refresh fails, and recovers', async () => {
  await read();
  isListening = false;
  now = new Date(now.getTime() + 1_500);
  const failed = new Error('no template');
  answer = () => Promise.reject(failed);
  expect(await read()).toBe(words);
  await expect.poll(() => lines.join('')).toContain('no template');
  expect(await read()).toBe(words);
});

it('refreshes pages once a second without change notifications, without delaying requests', async () => {
  await read();
  isListening = false;
  pass(999);
  expect(await read()).toBe(words);
  expect(rendered).toHaveLength(1);
  pass(1);
  answer = () => page('new');
  expect(await read()).toBe(words);
  await expect.poll(() => read()).toBe('new');
  expect(rendered).toHaveLength(2);
});

describe('a page that cannot be rendered', () => {
  const broken = {
    'an error': () => page('away', 'no-store', 503),
    'half a page': () => page('half', 'no-store'),
  };

  it.each(Object.entries(broken))(
    'a page that cannot be rendered serves the last good page instead of %s, with its age',
    async (_, fail) => {
      await read();
      pass(60_000);
      notify('resync');
      answer = fail;
      expect(await read()).toBe(words);
      expect(lines.join('')).toContain('"ageSeconds":60');
      // Requests during the pause do not render it again.
      await read();
      expect(rendered).toHaveLength(2);
      pass(1_000);
      answer = () => page('new');
      expect(await read()).toBe('new');
    },
  );

  it('a page that cannot be rendered is sent if there is no good page, and not cached', async () => {
    answer = () => page('away', 'no-store', 503);
    expect((await get('/about')).status).toBe(503);
    answer = () => page();
    expect((await get('/about')).status).toBe(200);
  });

  it('a page that cannot be rendered is not found if the page says so', async () => {
    const path = `/education/${randomUUID()}`;
    await read(path);
    notify({ table: 'blog_posts', kind: 'delete' });
    answer = () => page('gone', 'no-store', 404);
    expect((await get(path)).status).toBe(404);
    answer = () => page('away', 'no-store', 503);
    expect((await get(path)).status).toBe(503);
  });
});

describe('what is cached', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=telegram', '/'],
    ['/_.data', '/_.data'],
    ['/about.data?x', '/about.data'],
    ['/contact?sent', '/contact?sent='],
    ['/education?x=1&page=2&page=3', '/education?page=2'],
    ['/feed.xml', '/feed.xml'],
  ])('%s is cached as %s', async (path, url) => {
    await read(path);
    await read(path);
    await read(url);
    expect(rendered).toEqual([url]);
  });

  it.each([
    '/admin',
    '/login',
    '/nothing',
    '/constructor',
    '/__proto__',
    '/healthz',
    '/api/leads',
    '/contact?course=Gold',
    '/education?page=0',
    '/education?page=12345',
    '/education?page=x',
    '/privacy/request',
    '/privacy/request?token=x',
    '/education/no-id',
    '/about.data?_routes=root',
    `/booking/${randomUUID()}`,
    '//about',
  ])('%s is not cached', async (path) => {
    await read(path);
    await read(path);
    expect(rendered).toEqual([path, path]);
  });

  it('form submissions are not cached', async () => {
    await get('/contact', {}, 'POST');
    await get('/contact', {}, 'POST');
    expect(rendered).toHaveLength(2);
  });

  it('what is cached is rendered without any data about the visitor', async () => {
    const asked = Promise.withResolvers<Request>();
    const fetch = createPageCache({
      fetch: (request) => {
        asked.resolve(request);
        return page();
      },
      changes: { listen: () => () => {}, isListening: () => true },
      log: createLogger('silent'),
      logAnswer: () => {},
      now: () => now,
      nextTurn: (after) => nextMentorMidnight(after, { timeZone: 'Africa/Johannesburg' }),
    });
    const headers = {
      Cookie: 'session=mine',
      'Accept-Language': 'af',
      'X-Forwarded-For': '192.0.2.1',
    };
    await fetch(new Request('https://evil.example/about?utm_source=x', { headers }));
    const request = await asked.promise;
    expect(request.url).toBe('http://localhost/about');
    expect([...request.headers.keys()]).toEqual(['x-request-id']);
  });
});

it('every page has a pattern for the log', () => {
  expect(findPublicPage(`/blog/${randomUUID()}`)?.route).toBe('/blog/:id');
  expect(findPublicPage('/_.data')?.route).toBe('/');
  expect(findPublicPage('/terms')?.route).toBe('/terms');
});
