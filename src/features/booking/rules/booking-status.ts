import { dayInZone } from '#rules/time-zone.ts';

/** The outcome of a past session, as the mentor records it. */
export const sessionOutcomes = ['done', 'missed'] as const;
export type SessionOutcome = (typeof sessionOutcomes)[number];

/** The status of a booking in the admin, apart from its recorded outcome. */
export type BookingStatus = 'upcoming' | 'today' | 'past' | 'cancelled';

/** Returns the status of a booking at an instant, in a time zone. */
export function statusOfBooking(
  {
    startsAt,
    minutes,
    isCancelled,
  }: { startsAt: Date; minutes: number | null; isCancelled: boolean },
  { now, timeZone }: { now: Date; timeZone: string },
): BookingStatus {
  if (isCancelled) return 'cancelled';
  // Rows of the version before have no length; most sessions last an hour.
  if (startsAt.getTime() + (minutes ?? 60) * 60_000 <= now.getTime()) return 'past';
  const isToday = dayInZone(startsAt, timeZone) === dayInZone(now, timeZone);
  return isToday || startsAt <= now ? 'today' : 'upcoming';
}
