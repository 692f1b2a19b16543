import { expect, it } from 'vitest';
import { isTransferAwaited } from './transfer-wait.ts';

const orderedAt = new Date('2029-03-05T09:41:37.265Z');

it.each([
  ['2029-03-06T10:11:37.266Z', true],
  ['2029-03-06T10:11:37.265Z', false],
  ['2029-03-05T16:00:00.000Z', false],
  ['2029-03-12T16:00:00.000Z', true],
])('a session at %s waits for a transfer: %s', (startsAt, isAwaited) => {
  const held = { orderedAt, startsAt: new Date(startsAt), holdMinutes: 30, bankHoldHours: 24 };
  expect(isTransferAwaited(held)).toBe(isAwaited);
});
