import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError } from '#server/errors.ts';
import { limitAddress } from './limit-address.ts';

const app = new Hono().use(limitAddress).all('*', (c) => c.text('there'));
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
  // A character that is not ASCII counts as its escapes.
  [`/?${'ü'.repeat(341)}`, 200],
  [`/?${'ü'.repeat(342)}`, 414],
  ['/a'.repeat(32), 200],
  ['/a'.repeat(33), 414],
  ['/'.repeat(33), 414],
  ['%2Fa'.repeat(32).replace('%2F', '/'), 200],
  [`/${'%2fa'.repeat(32)}`, 414],
  // The query has no parts.
  [`/?${'/a'.repeat(100)}`, 200],
])('%s: %i', async (path, status) => {
  expect(await ask(path)).toBe(status);
  expect(await ask(path, 'POST')).toBe(status);
  expect(await ask(path, 'PROPFIND')).toBe(status);
});
