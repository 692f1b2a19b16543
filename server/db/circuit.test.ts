import { expect, it } from 'vitest';
import { createDatabaseCircuit, isConnectionLost, isDatabaseUnreachable } from './circuit.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

it('is open for a while after the database was missed, or until it answers', () => {
  let now = 0;
  const { requireClosed, open, close } = createDatabaseCircuit({
    openForMs: 1_000,
    now: () => now,
  });
  expect(requireClosed).not.toThrow();
  open();
  expect(requireClosed).toThrow(
    expect.objectContaining({ code: 'database-unavailable', status: 503 }),
  );
  now = 1_000;
  expect(requireClosed).not.toThrow();
  open();
  expect(requireClosed).toThrow();
  close();
  expect(requireClosed).not.toThrow();
});

it.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a silent network', new Error('Query read timeout'), true],
  ['what the statement got wrong', withCode('23514'), false],
  ['a statement that waited too long for a lock', withCode('57014'), false],
  ['connections in use', new Error('timeout exceeded when trying to connect'), false],
])('knows a lost connection: %s', (_, error, expected) => {
  expect(isConnectionLost(error)).toBe(expected);
});

it.each([
  [withCode('57P01'), true],
  [withCode('57014'), true],
  [withCode('08006'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [
    new Error('Failed query', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }),
    true,
  ],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new TypeError('x is undefined'), false],
  ['no error at all', false],
])('knows an unreachable database by %s', (error, expected) => {
  expect(isDatabaseUnreachable(error)).toBe(expected);
});
