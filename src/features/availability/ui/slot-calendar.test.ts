import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findRequestedSession, toBookingRules } from './booking-rules.ts';
import { findNextMonth } from './slot-calendar.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const zone = 'Africa/Johannesburg';
const evenings = [18, 19, 20, 21, 22, 23];
const rules = toBookingRules({
  timeZone: zone,
  openingHours: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, evenings])),
  bookableDays: 60,
  leastNoticeHours: 2,
} as unknown as Parameters<typeof toBookingRules>[0]);

// 30 November 2026 in the mentor's time zone. Sessions start until 23:00.
it.each([
  ['with hours left', '20:00', {}, 60, undefined],
  ['with none left after the notice', '21:30', {}, 60, '2026-12-01'],
  ['with too little left for a long session', '20:30', {}, 120, '2026-12-01'],
  ['with nothing to book after it', '22:00', { bookableDays: 0 }, 60, undefined],
  ['for a session that never fits', '20:00', {}, 480, undefined],
])('the last evening of a month %s', (_, clock, changes, minutes, next) => {
  vi.setSystemTime(`2026-11-30T${clock}:00+02:00`);
  const session = { ...findRequestedSession('', []), minutes };
  expect(findNextMonth('2026-11-30', zone, { ...rules, ...changes }, session)).toBe(next);
});
