import { Temporal } from 'temporal-polyfill';

/** How long each kind of data is kept: months or days, as the name says. */
export interface RetentionPeriods {
  leadMonths: number;
  bookingMonths: number;
  mailMonths: number;
  activityMonths: number;
  logDays: number;
  trashDays: number;
  backupMonths: number;
}

const unitOf = (what: keyof RetentionPeriods) => (what.endsWith('Months') ? 'month' : 'day');

/** Returns a retention period in words: `24 months`, `1 day`. */
export function describeRetention(retention: RetentionPeriods, what: keyof RetentionPeriods) {
  const count = retention[what];
  return `${count} ${unitOf(what)}${count === 1 ? '' : 's'}`;
}

const before = (now: Date, span: Temporal.DurationLike): Date => {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
  return new Date(at.subtract(span).epochMilliseconds);
};

/** Returns the instant before which data is deleted. Months are calendar months (UTC). */
export const keepsSince = (
  now: Date,
  retention: RetentionPeriods,
  what: keyof RetentionPeriods,
): Date => before(now, { [`${unitOf(what)}s`]: retention[what] });

/** Returns the same instant the given number of calendar years (UTC) earlier. */
export const yearsAgo = (now: Date, years: number): Date => before(now, { years });

/**
 * For how many years the tax law requires records of sales. An erasure keeps the date, number and amount
 * of what was paid.
 */
export const recordYears = 5;

/** How long proofs are kept after an order is paid, cancelled or expired, in days. */
export const proofDays = 90;
