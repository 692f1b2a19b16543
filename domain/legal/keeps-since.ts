import { Temporal } from 'temporal-polyfill';
import type { RetentionSettings } from '../settings/legal.ts';

/** Returns the instant from which on something is kept: what is older goes. Months are those of the calendar (UTC). */
export function keepsSince(
  now: Date,
  retention: RetentionSettings,
  what: keyof RetentionSettings,
): Date {
  const span = { [what.endsWith('Months') ? 'months' : 'days']: retention[what] };
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
  return new Date(at.subtract(span).epochMilliseconds);
}
