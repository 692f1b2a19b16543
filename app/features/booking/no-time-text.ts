import { formatMinutes } from '#domain/measures.ts';
import { slotMinutes } from '#domain/offered-slots.ts';
import { formatClock, formatShortTime } from '#domain/time-zone.ts';

/* What is said where a session finds no time. A slot is an hour: what is shorter needs no words. */

/** Says that a time which was chosen is not free for a session of so many minutes, on whose clock it was. */
export function describeLostTime(
  lost: Date,
  minutes: number,
  timeZone: string,
  isMentor: boolean,
): string {
  const time = isMentor ? formatClock(lost, timeZone) : formatShortTime(lost, timeZone);
  return minutes > slotMinutes
    ? `${time} is not free for a session of ${formatMinutes(minutes)}. Please choose another time.`
    : `${time} is no longer free. Please choose another time.`;
}

/** Says that a whole month has no time for such a session. */
export const describeEmptyMonth = (minutes: number): string =>
  minutes > slotMinutes
    ? `No time of this month is free for a session of ${formatMinutes(minutes)}.`
    : 'No time of this month is free.';
