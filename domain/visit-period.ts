import { type VisitPeriod, visitPeriod } from './visits.ts';
import { addDays } from './zoned-time.ts';

/** The periods that are offered, by their names in the URL. */
export const visitPresets = {
  '4-weeks': 'Last 4 weeks',
  '12-weeks': 'Last 12 weeks',
  year: 'This year',
  '12-months': 'Last 12 months',
} as const;
export type VisitPreset = keyof typeof visitPresets;

const isPreset = (name: string | null): name is VisitPreset =>
  name !== null && Object.hasOwn(visitPresets, name);

/** The Monday of a day's week, so many weeks before it. */
function mondayBefore(day: string, weeks: number): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday - 7 * weeks);
}

/** Returns the days of a preset, whose last is today. Its first week is whole, but for that of a year. */
export function toPresetPeriod(preset: VisitPreset, today: string): VisitPeriod {
  const from = {
    '4-weeks': () => mondayBefore(today, 3),
    '12-weeks': () => mondayBefore(today, 11),
    year: () => `${today.slice(0, 4)}-01-01`,
    '12-months': () => mondayBefore(today, 52),
  }[preset]();
  return { from, to: today };
}

/** What a URL says of the period that is to be shown. */
export interface ChosenPeriod {
  /** Absent where days were given. */
  preset: VisitPreset | undefined;
  period: VisitPeriod;
  /** What is wrong with the days that were given: the usual period is shown then. */
  problem: string | undefined;
}

const usual = '12-weeks';

/** Reads `?period=4-weeks`, or `?from=2030-01-01&to=2030-03-31`. */
export function readChosenPeriod(params: URLSearchParams, today: string): ChosenPeriod {
  const name = params.get('period');
  const preset = isPreset(name) ? name : usual;
  const offered = { preset, period: toPresetPeriod(preset, today), problem: undefined };
  if (isPreset(name) || !(params.has('from') || params.has('to'))) return offered;
  const given = visitPeriod.safeParse({ from: params.get('from'), to: params.get('to') });
  if (given.success) return { preset: undefined, period: given.data, problem: undefined };
  return { ...offered, preset: undefined, problem: given.error.issues[0]?.message };
}
