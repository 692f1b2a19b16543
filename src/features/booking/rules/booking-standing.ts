import { dayInZone } from '#rules/time-zone.ts';

/** The outcome of a session that is over, as the mentor marks it. */
export const sessionOutcomes = ['done', 'missed'] as const;
export type SessionOutcome = (typeof sessionOutcomes)[number];

/** What a booking's state is called at the desk, but for what the mentor has marked. */
export type BookingStanding = 'upcoming' | 'today' | 'past' | 'cancelled';

/** Returns the state of a booking at a moment, by the calendar of a zone. */
export function standingOf(
  {
    startsAt,
    minutes,
    isCancelled,
  }: { startsAt: Date; minutes: number | null; isCancelled: boolean },
  { now, timeZone }: { now: Date; timeZone: string },
): BookingStanding {
  if (isCancelled) return 'cancelled';
  // The version before stored no length; most sessions last an hour.
  if (startsAt.getTime() + (minutes ?? 60) * 60_000 <= now.getTime()) return 'past';
  const isToday = dayInZone(startsAt, timeZone) === dayInZone(now, timeZone);
  return isToday || startsAt <= now ? 'today' : 'upcoming';
}
