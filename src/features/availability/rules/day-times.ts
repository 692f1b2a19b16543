import { isCalendarDay } from '#rules/calendar-day.ts';

/** The times of a date, for forms without scripts. */
export interface DayTimes {
  /** `2026-11-23`, in `timeZone`. */
  date: string;
  timeZone: string;
  /** The free slots of the date: UTC instants in ISO 8601. */
  slots: string[];
  /** The next dates with free slots. */
  nextDates: string[];
  /** Whether taken times are left out. */
  isChecked: boolean;
}

/** The button of a form without scripts that asks for the times of a date. Its value is another date, or ''. */
export const showTimesButton = 'show_times';

/** Returns the date that a form without scripts asks about, if it names one. */
export function findAskedDate(form: URLSearchParams): string | undefined {
  const asked = form.get(showTimesButton) || form.get('date') || '';
  return isCalendarDay(asked) ? asked : undefined;
}
