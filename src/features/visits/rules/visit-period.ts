import { addDays } from '#rules/zoned-time.ts';
import { type VisitPeriod, visitPeriod } from './visits.ts';

/** The predefined periods, by their names in the URL. */
export const visitPresets = {
  '4-weeks': 'Last 4 weeks',
  '12-weeks': 'Last 12 weeks',
  year: 'This year',
  '12-months': 'Last 12 months',
} as const;
export type VisitPreset = keyof typeof visitPresets;

const isPreset = (name: string | null): name is VisitPreset =>
  name !== null && Object.hasOwn(visitPresets, name);

const weeksBefore: Record<Exclude<VisitPreset, 'year'>, number> = {
  '4-weeks': 3,
  '12-weeks': 11,
  '12-months': 52,
};

/** Returns a period that ends today and starts on a Monday or on New Year's Day. */
export function toPresetPeriod(preset: VisitPreset, today: string): VisitPeriod {
  if (preset === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { from: addDays(today, -sinceMonday - 7 * weeksBefore[preset]), to: today };
}

/** The period that a URL requests. */
export interface ChosenPeriod {
  /** Undefined if the URL has days. */
  preset: VisitPreset | undefined;
  period: VisitPeriod;
  /** What is wrong with the days in the URL. The default period applies then. */
  problem: string | undefined;
}

const defaultPreset = '12-weeks';

/** Reads `?period=4-weeks`, or `?from=2030-01-01&to=2030-03-31`. */
export function readChosenPeriod(params: URLSearchParams, today: string): ChosenPeriod {
  const name = params.get('period');
  const preset = isPreset(name) ? name : defaultPreset;
  const offered = { preset, period: toPresetPeriod(preset, today), problem: undefined };
  if (isPreset(name) || !(params.has('from') || params.has('to'))) return offered;
  const given = visitPeriod.safeParse({ from: params.get('from'), to: params.get('to') });
  if (given.success) return { preset: undefined, period: given.data, problem: undefined };
  return { ...offered, preset: undefined, problem: given.error.issues[0]?.message };
}
