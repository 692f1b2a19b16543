import { formatMinutes } from '#rules/measures.ts';

interface SessionExtent {
  /** How many sessions a package has; null for a single one. */
  sessions: number | null;
  /** As the mentor words it. */
  length: string | null;
  minutes: number;
  /** Within how many months after the payment a package can be booked; null without an end. */
  validMonths?: number | null;
}

/**
 * Returns how long a session type takes, or null if the mentor does not say: "4 sessions of 1 hour, to book within
 * 6 months".
 */
export function describeExtent({ sessions, length, minutes, validMonths }: SessionExtent) {
  if (!sessions || sessions <= 1) return length;
  const extent = `${sessions} sessions of ${length ?? formatMinutes(minutes)}`;
  if (!validMonths) return extent;
  return `${extent}, to book within ${validMonths === 1 ? 'a month' : `${validMonths} months`}`;
}
