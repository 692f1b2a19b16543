import type { RetentionSettings } from '#features/settings/rules/index.ts';

const spans = { Months: 'month', Days: 'day' } as const;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns a retention period in words: `24 months`, `1 day`. */
export function describeRetention(retention: RetentionSettings, what: keyof RetentionSettings) {
  const unit = what.endsWith('Months') ? 'Months' : 'Days';
  return count(retention[what], spans[unit]);
}
