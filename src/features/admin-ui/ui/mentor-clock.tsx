import { useSettings } from '#features/shell/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { dayInZone, formatDateAndClock } from '#rules/time-zone.ts';

/** Returns functions that format instants in the mentor's time zone. */
export function useMentorClock() {
  const { timeZone, timeZoneLabel } = useSettings();
  return {
    timeZone,
    timeZoneLabel,
    toTime: (instant: string) => `${formatDateAndClock(instant, timeZone)} ${timeZoneLabel}`,
    toDay: (instant: string) => formatDay(dayInZone(instant, timeZone)),
  };
}

/** An instant, formatted in the mentor's time zone. */
export const Time = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {useMentorClock().toTime(at)}
  </time>
);

/** The day of an instant in the mentor's time zone. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at}>{useMentorClock().toDay(at)}</time>
);
