import { formatMinutes } from '#rules/measures.ts';
import { hourSession } from '#rules/session-shape.ts';
import { formatClock, formatShortTime } from '#rules/time-zone.ts';

/*
 * Messages for a session without an available time. They mention the length only if it is over an hour.
 */

/**
 * Says that the chosen time is not available for a session of this length, on the clock it was chosen
 * on.
 */
export function describeLostTime(
  lost: Date,
  minutes: number,
  timeZone: string,
  isMentor: boolean,
): string {
  const time = isMentor ? formatClock(lost, timeZone) : formatShortTime(lost, timeZone);
  return minutes > hourSession.minutes
    ? `${time} isn’t available for a session of ${formatMinutes(minutes)}. Please choose another time.`
    : `${time} is no longer available. Please choose another time.`;
}

/** Says that a month has no available time for such a session. */
export const describeEmptyMonth = (minutes: number): string =>
  minutes > hourSession.minutes
    ? `No available times this month for a session of ${formatMinutes(minutes)}.`
    : 'No available times this month.';
