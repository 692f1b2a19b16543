import { hourSession } from '#features/booking/rules/session-shape.ts';
import { formatMinutes } from '#rules/measures.ts';
import { formatClock, formatShortTime } from '#rules/time-zone.ts';

/* Texts for a session without a free time. A length of up to an hour is not mentioned. */

/** Says that a time which was chosen is not free for a session of so many minutes, on whose clock it was. */
export function describeLostTime(
  lost: Date,
  minutes: number,
  timeZone: string,
  isMentor: boolean,
): string {
  const time = isMentor ? formatClock(lost, timeZone) : formatShortTime(lost, timeZone);
  return minutes > hourSession.minutes
    ? `${time} is not free for a session of ${formatMinutes(minutes)}. Please choose another time.`
    : `${time} is no longer free. Please choose another time.`;
}

/** Says that a whole month has no time for such a session. */
export const describeEmptyMonth = (minutes: number): string =>
  minutes > hourSession.minutes
    ? `No free times this month for a session of ${formatMinutes(minutes)}.`
    : 'No free times this month.';
