import { DetailedError } from 'hono/client';
import { expect, it } from 'vitest';
import { isWorthRetrying, pauseBeforeRetry } from './query-client.ts';

const answer = (statusCode: number) => new DetailedError('no success', { statusCode });

it('waits one second, then twice as long each time, up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(pauseBeforeRetry)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

it.each([
  [answer(500), true],
  [answer(503), true],
  [new TypeError('Failed to fetch'), true],
  [answer(400), false],
  [answer(401), false],
  [answer(404), false],
  [answer(422), false],
])('retries up to three times after %s: %s', (error, isWorth) => {
  expect([0, 1, 2, 3].map((failures) => isWorthRetrying(failures, error))).toEqual([
    isWorth,
    isWorth,
    isWorth,
    false,
  ]);
});
