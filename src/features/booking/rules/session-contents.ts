import { formatMinutes } from '#rules/measures.ts';

interface SessionExtent {
  /** How many sessions a package has; null for a single one. */
  sessions: number | null;
  /** As the mentor words it. */
  length: string | null;
  minutes: number;
}

/** Returns how long a session type takes, or null if the mentor does not say: "4 sessions of 1 hour". */
export const describeExtent = ({ sessions, length, minutes }: SessionExtent): string | null =>
  sessions && sessions > 1 ? `${sessions} sessions of ${length ?? formatMinutes(minutes)}` : length;
