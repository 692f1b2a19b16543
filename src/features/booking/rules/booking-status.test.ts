import { describe, expect, it } from 'vitest';
import { statusOfBooking } from './booking-status.ts';

const timeZone = 'Africa/Johannesburg';
const lateEvening = new Date('2030-01-08T21:30:00Z');

const standing = (now: string, isCancelled = false, minutes: number | null = 60) =>
  statusOfBooking(
    { startsAt: lateEvening, minutes, isCancelled },
    { now: new Date(now), timeZone },
  );

describe('the state of a booking', () => {
  it('the state of a booking follows the mentor’s calendar', () => {
    expect(standing('2030-01-07T21:59:59Z')).toBe('upcoming');
    expect(standing('2030-01-07T22:00:00Z')).toBe('today');
    expect(standing('2030-01-08T21:30:00Z')).toBe('today');
  });

  it('the state of a booking is today’s until the session ends, even after midnight', () => {
    expect(standing('2030-01-08T22:29:59Z')).toBe('today');
    expect(standing('2030-01-08T22:30:00Z')).toBe('past');
    expect(standing('2030-01-08T22:30:00Z', false, 120)).toBe('today');
    expect(standing('2030-01-08T22:30:00Z', false, null)).toBe('past');
  });

  it('the state of a booking is cancelled, whatever its time', () => {
    expect(standing('2030-01-07T00:00:00Z', true)).toBe('cancelled');
    expect(standing('2030-02-01T00:00:00Z', true)).toBe('cancelled');
  });
});
