import { expect, test } from 'vitest';
import { findObstacle } from './obstacle.ts';

const now = new Date('2030-01-07T08:00:00Z');
const at = (minutes: number) => new Date(+now + minutes * 60_000);

test.each([
  ['awaiting', undefined],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
  ['paid', 'paid'],
  ['partly-refunded', 'paid'],
  ['refunded', 'paid'],
] as const)('an order of a plan that is %s: %s', (state, obstacle) => {
  expect(findObstacle({ state, bookingId: null, session: undefined }, now)).toBe(obstacle);
});

const confirmed = { cancelledAt: null, heldUntil: null };
const held = { cancelledAt: null, heldUntil: at(1) };

test.each([
  ['awaiting', 'confirmed', confirmed, undefined],
  ['expired', 'confirmed', confirmed, undefined],
  ['cancelled', 'confirmed', confirmed, 'cancelled'],
  ['awaiting', 'held', held, undefined],
  ['awaiting', 'held until now', { ...held, heldUntil: now }, 'released'],
  ['expired', 'held until a minute ago', { ...held, heldUntil: at(-1) }, 'released'],
  ['cancelled', 'released', { cancelledAt: at(-5), heldUntil: at(-5) }, 'released'],
  [
    'cancelled',
    'cancelled while it was held',
    { cancelledAt: at(-5), heldUntil: at(-1) },
    'cancelled',
  ],
  ['awaiting', 'cancelled', { ...confirmed, cancelledAt: at(-5) }, 'cancelled'],
  ['awaiting', 'deleted', undefined, 'cancelled'],
  ['paid', 'cancelled', { ...confirmed, cancelledAt: at(-5) }, 'paid'],
] as const)('an order that is %s of a session that is %s', (state, _, session, obstacle) => {
  expect(findObstacle({ state, bookingId: 'one', session }, now)).toBe(obstacle);
});
