import { dayInZone } from './time-zone.ts';

/** What a booking's state is called at the desk, but for what the mentor has marked. */
export type BookingStanding = 'upcoming' | 'today' | 'past' | 'cancelled';

/** A session that has begun is shown as today's as long as most last, in milliseconds. */
const sessionMs = 3_600_000;

/** Returns where a booking stands at a moment, by the calendar of a zone. */
export function standingOf(
  { startsAt, isCancelled }: { startsAt: Date; isCancelled: boolean },
  { now, timeZone }: { now: Date; timeZone: string },
): BookingStanding {
  if (isCancelled) return 'cancelled';
  if (startsAt.getTime() + sessionMs <= now.getTime()) return 'past';
  const isToday = dayInZone(startsAt, timeZone) === dayInZone(now, timeZone);
  return isToday || startsAt <= now ? 'today' : 'upcoming';
}
