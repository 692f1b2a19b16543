import { origin, toPagePath } from '#rules/origin.ts';
import { calendarDay, z } from '#rules/zod.ts';

/**
 * The dimensions by which visits, inquiries and bookings are summed. `all` has a single key, the
 * empty text.
 */
export const visitKinds = [
  'all',
  'page',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const;
export type VisitKind = (typeof visitKinds)[number];

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

/** The key of visits without a referring site. */
export const directKey = '';

/** The key for everything beyond the limit of a list or a day. */
export const otherKey = '*';

/** The body of `POST /api/visits`: a page view, and where the visit started. */
export const shownPage = origin.omit({ first_page: true }).extend({
  page: z.string('A page is required.').max(2_000, 'A page is required.').transform(toPagePath),
});
export type ShownPage = z.output<typeof shownPage>;

const maxPeriodDays = 5 * 366;

const dayMs = 24 * 3_600_000;
const noDay = 'Enter a date.';

/** Days in the mentor's time zone, both included. */
export const visitPeriod = z
  .object({ from: calendarDay(noDay), to: calendarDay(noDay) })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The end is before the start.',
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxPeriodDays * dayMs, {
    path: ['to'],
    message: 'Choose five years or less.',
  });
export type VisitPeriod = z.output<typeof visitPeriod>;

export interface VisitCounts {
  /**
   * A visit is all page views of one visitor on one day. Pages count the visits that started there.
   */
  visits: number;
  views: number;
  inquiries: number;
  bookings: number;
}

export interface VisitWeek extends VisitCounts {
  /** Its Monday in the mentor's time zone, or the first day of the period. */
  starts_on: string;
}

export interface VisitRow extends VisitCounts {
  key: string;
  /** The title of a post. */
  title: string | null;
}

/** The response of `GET /api/visits`. */
export interface VisitReport {
  total: VisitCounts;
  weeks: VisitWeek[];
  /** The top rows of each kind. A last row with `otherKey` sums the rest. */
  lists: Record<ListedKind, VisitRow[]>;
}

/**
 * Returns a share as `3.1%`; undefined if the part is larger, which happens because some senders'
 * visits are not counted.
 */
export function toPercent(part: number, whole: number): string | undefined {
  if (whole === 0 || part > whole) return undefined;
  const percent = (part / whole) * 100;
  return `${percent.toFixed(percent > 0 && percent < 10 ? 1 : 0)}%`;
}
