import { origin, toPagePath } from './origin.ts';
import { calendarDay, z } from './zod.ts';

/** What visits, inquiries and bookings are summed by. `all` has one key, which is empty. */
export const visitKinds = [
  'all',
  'page',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const;
export type VisitKind = (typeof visitKinds)[number];

/** What people read in the place of a kind. */
export const visitKindLabels: Record<VisitKind, string> = {
  all: 'All',
  page: 'Page',
  referrer: 'Referring site',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
};

/** The kinds that are shown as lists. */
export type ListedKind = Exclude<VisitKind, 'all'>;
export const listedKinds = visitKinds.filter((kind): kind is ListedKind => kind !== 'all');

/** The key of what came from no other site. */
export const directKey = '';

/** The key that sums what a day has no room for. */
export const otherKey = '*';

/** The query of `POST /api/visits`: a page that was shown, and where its visit came from first. */
export const shownPage = origin.omit({ first_page: true }).extend({
  page: z.string('A page is required.').max(2_000, 'A page is required.').transform(toPagePath),
});
export type ShownPage = z.output<typeof shownPage>;

/** The most days that are asked for at once. */
export const longestPeriodDays = 5 * 366;

const dayMs = 24 * 3_600_000;
const noDay = 'Enter a date.';

/** From one day of the mentor's calendar to another, both included. */
export const visitPeriod = z
  .object({ from: calendarDay(noDay), to: calendarDay(noDay) })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The end is before the start.',
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < longestPeriodDays * dayMs, {
    path: ['to'],
    message: 'Choose five years or less.',
  });
export type VisitPeriod = z.output<typeof visitPeriod>;

/** What was counted of something. */
export interface VisitCounts {
  /** A visit is what one visitor does on one day; of a page, those that began there. */
  visits: number;
  /** How often a page was shown. */
  views: number;
  inquiries: number;
  bookings: number;
}

export interface VisitWeek extends VisitCounts {
  /** Its Monday on the mentor's calendar, or the first day of the period. */
  starts_on: string;
}

export interface VisitRow extends VisitCounts {
  key: string;
  /** What a page is called, where it is a post. */
  title: string | null;
}

export interface VisitList {
  kind: ListedKind;
  /** Pages that were shown most often, sources with the most visits: the first of them first. */
  rows: VisitRow[];
  /** All others together; nothing where there are none. */
  rest: VisitCounts | null;
}

/** The answer of `GET /api/visits`. */
export interface VisitReport {
  total: VisitCounts;
  weeks: VisitWeek[];
  lists: VisitList[];
}

/** Returns counts of several things together. */
export function sumCounts(all: VisitCounts[]): VisitCounts {
  const sum = (name: keyof VisitCounts) => all.reduce((total, counts) => total + counts[name], 0);
  return {
    visits: sum('visits'),
    views: sum('views'),
    inquiries: sum('inquiries'),
    bookings: sum('bookings'),
  };
}

/** Returns a share as `3.1%`; nothing when `whole` does not contain it: not every sender's visit is counted. */
export function toPercent(part: number, whole: number): string | undefined {
  if (whole === 0 || part > whole) return undefined;
  const percent = (part / whole) * 100;
  return `${percent.toFixed(percent > 0 && percent < 10 ? 1 : 0)}%`;
}
