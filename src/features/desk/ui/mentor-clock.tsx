import { useFacts } from '#features/shell/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { dayInZone, formatDateAndClock } from '#rules/time-zone.ts';

/** Returns what writes instants on the mentor's clock. */
export function useMentorClock() {
  const { timeZone, timeZoneLabel } = useFacts();
  return {
    ...{ timeZone, timeZoneLabel },
    toTime: (instant: string) => `${formatDateAndClock(instant, timeZone)} ${timeZoneLabel}`,
    toDay: (instant: string) => formatDay(dayInZone(instant, timeZone)),
  };
}

/** An instant on the mentor's clock. */
export const Time = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {useMentorClock().toTime(at)}
  </time>
);

/** The day of an instant on the mentor's calendar. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at}>{useMentorClock().toDay(at)}</time>
);
