const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day of the calendar (`YYYY-MM-DD`) in words: `21 November 2026`. It belongs to no zone. */
export const formatDay = (day: string) => inWords.format(new Date(`${day}T00:00:00Z`));
