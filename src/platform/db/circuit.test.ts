import { expect, it } from 'vitest';
import { isDatabaseUnreachable } from './circuit.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  [withCode('57P01'), true],
  [withCode('57014'), true],
  [withCode('25006'), true],
  [withCode('53100'), true],
  [withCode('ECONNREFUSED'), true],
  [new Error('Query read timeout'), true],
  [withCode('08006'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [
    new Error('Failed query', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }),
    true,
  ],
  [withCode('23505'), false],
  [new TypeError('x is undefined'), false],
  ['no error at all', false],
])('detects an unreachable database by %s', (error, expected) => {
  expect(isDatabaseUnreachable(error)).toBe(expected);
});
