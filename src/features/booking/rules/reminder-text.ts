const units = [
  { minutes: 7 * 24 * 60, one: 'a week', many: 'weeks' },
  { minutes: 24 * 60, one: 'a day', many: 'days' },
  { minutes: 60, one: 'an hour', many: 'hours' },
  { minutes: 1, one: 'a minute', many: 'minutes' },
] as const;

/**
 * Returns minutes in the largest unit that gives a whole number: `a day`, `90 minutes`, `2 hours`.
 */
export function describeMinutes(minutes: number): string {
  const unit = units.find((each) => minutes % each.minutes === 0) ?? units[3];
  const count = minutes / unit.minutes;
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}

/**
 * Returns when reminders are sent before a session, e.g. `a day and an hour`; empty if there are
 * none.
 */
export function describeReminderTimes(minutes: readonly number[]): string {
  const times = minutes.map(describeMinutes);
  const last = times.pop() ?? '';
  return times.length > 0 ? `${times.join(', ')} and ${last}` : last;
}

/**
 * Returns the same as the end of a sentence: `, and a reminder a day and an hour before`; empty if
 * there are none.
 */
export const describeReminders = (minutes: readonly number[]): string =>
  minutes.length > 0 ? `, and a reminder ${describeReminderTimes(minutes)} before` : '';
