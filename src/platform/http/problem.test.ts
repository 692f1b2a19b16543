import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { databaseUnavailable, idReused } from '#platform/errors/errors.ts';
import { toAppError } from './problem.ts';

const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

it.each([
  ['an expected error', idReused('1'), 409, 'id-reused'],
  ['a pool without a database', databaseUnavailable(reset), 503, 'database-unavailable'],
  [
    'a query that was cut off',
    new DrizzleQueryError('select', [], reset),
    503,
    'database-unavailable',
  ],
  [
    'a query without a connection',
    new DrizzleQueryError('select', [], databaseUnavailable(reset)),
    503,
    'database-unavailable',
  ],
  ['a connection to something else', reset, 500, 'internal'],
  ['a file that is missing', Object.assign(new Error(), { code: 'ENOENT' }), 500, 'internal'],
  ['a bug', new TypeError('x is undefined'), 500, 'internal'],
] as const)('makes a problem of %s', (_, error, status, code) => {
  expect(toAppError(error)).toMatchObject({ status, code });
});
