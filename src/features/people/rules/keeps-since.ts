import { Temporal } from 'temporal-polyfill';
import type { RetentionSettings } from '#features/settings/rules/index.ts';

/** Returns the instant before which data is deleted. Months are calendar months (UTC). */
export function keepsSince(
  now: Date,
  retention: RetentionSettings,
  what: keyof RetentionSettings,
): Date {
  const span = { [what.endsWith('Months') ? 'months' : 'days']: retention[what] };
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
  return new Date(at.subtract(span).epochMilliseconds);
}

/** Returns the same instant the given number of calendar years (UTC) earlier. */
export const yearsAgo = (now: Date, years: number): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('UTC')
      .subtract({ years }).epochMilliseconds,
  );
