import { expect, it } from 'vitest';
import { holdReminderAt, isHoldOver, wasReleased } from './hold.ts';

const at = (minutes: number) => new Date(Date.UTC(2030, 0, 7, 8, minutes));

it('a hold is over at its end', () => {
  expect(isHoldOver({ heldUntil: at(30) }, at(29))).toBe(false);
  expect(isHoldOver({ heldUntil: at(30) }, at(30))).toBe(true);
  expect(isHoldOver({ heldUntil: null }, at(30))).toBe(false);
});

it('only what was not paid in time was released', () => {
  expect(wasReleased({ heldUntil: at(30), cancelledAt: at(30) })).toBe(true);
  expect(wasReleased({ heldUntil: at(30), cancelledAt: at(10) })).toBe(false);
  expect(wasReleased({ heldUntil: at(30), cancelledAt: null })).toBe(false);
  expect(wasReleased({ heldUntil: null, cancelledAt: at(40) })).toBe(false);
});

it('the reminder comes when a third of the time is left, six hours at most', () => {
  expect(holdReminderAt(at(0), at(30))).toEqual(at(20));
  expect(holdReminderAt(at(0), at(48 * 60))).toEqual(at(42 * 60));
});
