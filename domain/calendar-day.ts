const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day of the calendar (`YYYY-MM-DD`) in words: `21 November 2026`. It belongs to no zone. */
export const formatDay = (day: string) => inWords.format(new Date(`${day}T00:00:00Z`));

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

/**
 * The same with its weekday: `Saturday, 21 November 2026`. Put together by hand, as
 * browsers and servers of different age disagree on the comma.
 */
export const formatDayOfWeek = (day: string) =>
  `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatDay(day)}`;
