import { Temporal } from 'temporal-polyfill';
import type { RetentionSettings } from '#features/settings/rules/index.ts';

const unitOf = (what: keyof RetentionSettings) => (what.endsWith('Months') ? 'month' : 'day');

/** Returns a retention period in words: `24 months`, `1 day`. */
export function describeRetention(retention: RetentionSettings, what: keyof RetentionSettings) {
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
  retention: RetentionSettings,
  what: keyof RetentionSettings,
): Date => before(now, { [`${unitOf(what)}s`]: retention[what] });

/** Returns the same instant the given number of calendar years (UTC) earlier. */
export const yearsAgo = (now: Date, years: number): Date => before(now, { years });
