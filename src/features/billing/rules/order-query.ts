import { orderStates } from '#features/orders/rules/index.ts';
import { pageQuery } from '#rules/list-page.ts';
import { optionalText, recordId, z } from '#rules/zod.ts';

/** The filters of the admin’s list; `closed` has expired and cancelled orders. */
export const orderViews = [
  'awaiting',
  'unconfirmed',
  'paid',
  'unallocated',
  'refunded',
  'closed',
] as const;
export type OrderView = (typeof orderViews)[number];

/** Which orders a list, a count or a file shows. `search`: a reference, a document's number, a name or an email. */
export const orderFilter = z.object({
  state: z.enum(orderStates).optional(),
  view: z.enum(orderViews).optional(),
  search: optionalText(200).default(''),
  /** The ids of leads and bookings whose orders are meant, with commas between them. */
  of: z
    .string()
    .max(10_000)
    .transform((ids) => ids.split(','))
    .pipe(z.array(recordId('Invalid id.')).max(200))
    .optional(),
});
export type OrderFilter = z.output<typeof orderFilter>;

/** The query of `GET /api/orders`. */
export const orderQuery = z.object({ ...pageQuery.shape, ...orderFilter.shape });
export type OrderQuery = z.output<typeof orderQuery>;

/** From 1900 to 2999: PostgreSQL and JavaScript write the years 0 and 10000 differently. */
const period = z
  .string()
  .regex(
    /^(?:tax-(?:19|2\d)\d\d|(?:19|2\d)\d\d(?:-(?:0[1-9]|1[0-2]|q[1-4]))?)$/,
    'Choose a month, a quarter, a year or a tax year.',
  );

/**
 * The query of `GET /api/orders/sums` and of the exports: a month `2026-11`, a quarter `2026-q4`, a year `2026`
 * or a tax year `tax-2027`, which ends in February 2027, of the mentor’s calendar.
 */
export const periodQuery = z.object({ period });
