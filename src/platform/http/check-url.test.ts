import { once } from 'node:events';
import { get } from 'node:http';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError } from '#platform/errors/errors.ts';
import { checkUrl } from './check-url.ts';
import { serve } from './serve.ts';

const app = new Hono().use(checkUrl).all('*', (c) => c.text('there'));
app.onError(
  (error) => new Response(null, { status: error instanceof AppError ? error.status : 500 }),
);

const ask = async (path: string, method = 'GET') =>
  (await app.request(`http://localhost${path}`, { method })).status;

it.each([
  ['/', 200],
  [`/${'a'.repeat(2_047)}`, 200],
  [`/${'a'.repeat(2_048)}`, 414],
  [`/?${'a'.repeat(2_046)}`, 200],
  [`/?${'a'.repeat(2_047)}`, 414],
  // A non-ASCII character counts as its escapes.
  [`/?${'ü'.repeat(341)}`, 200],
  [`/?${'ü'.repeat(342)}`, 414],
  [`/api/auth/callback/oidc?code=${'a'.repeat(10_240 - 29)}`, 200],
  [`/api/auth/callback/oidc?code=${'a'.repeat(10_240 - 28)}`, 414],
  [`/api/auth/callback/oidc/${'a'.repeat(2_048)}`, 414],
  ['/a'.repeat(32), 200],
  ['/a'.repeat(33), 414],
  ['/'.repeat(33), 414],
  ['%2Fa'.repeat(32).replace('%2F', '/'), 200],
  [`/${'%2fa'.repeat(32)}`, 414],
  ['//', 404],
  ['///', 404],
  ['//evil.example/login', 404],
  ['/a//b', 200],
  ['/%', 400],
  ['/a%zz', 400],
  ['/%C0%AF', 400],
  ['/%00', 400],
  ['/?%zz', 200],
  // The query has no depth.
  [`/?${'/a'.repeat(100)}`, 200],
])('%s: %i', async (path, status) => {
  expect(await ask(path)).toBe(status);
  expect(await ask(path, 'POST')).toBe(status);
  expect(await ask(path, 'PROPFIND')).toBe(status);
});

it.each([
  [`/?${'a'.repeat(10_238)}`, 200],
  [`/?${'a'.repeat(10_239)}`, 414],
  [`/${'a'.repeat(2_048)}`, 414],
])('allows a longer query for pages: %#', async (path, status) => {
  const headers = { Accept: 'text/html' };
  expect((await app.request(`http://localhost${path}`, { headers })).status).toBe(status);
});

it('rejects an invalid host', async () => {
  const server = await serve({ fetch: app.fetch, host: '127.0.0.1', port: 0 });
  const headers = { Host: '99999999999999999999' };
  const request = get({ host: '127.0.0.1', port: server.port, headers, agent: false });
  const [answer] = await once(request, 'response');
  expect(answer.statusCode).toBe(400);
  answer.resume();
  await server.stop(1_000);
});
