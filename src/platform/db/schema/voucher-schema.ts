import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, version } from '#platform/db/columns.ts';

/** Codes that make an order cheaper. Their uses are the orders that name them. */
export const vouchers = pgTable(
  'vouchers',
  {
    id: id(),
    /** In the form of `toVoucherCode`. */
    code: text('code').notNull().unique(),
    /** A share of the price, or an amount. */
    percent: integer('percent'),
    amountCents: integer('amount_cents'),
    /** The ids of courses and session types. Null for all offers. */
    offerIds: text('offer_ids').array(),
    /** Days of the mentor’s calendar, both included. */
    startsOn: date('starts_on'),
    endsOn: date('ends_on'),
    maxUses: integer('max_uses'),
    /** The same for each customer. */
    maxUsesEach: integer('max_uses_each'),
    switchedOffAt: instant('switched_off_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    index('vouchers_created_at_idx').on(table.createdAt, table.id),
    check('vouchers_discount', sql`num_nonnulls(${table.percent}, ${table.amountCents}) = 1`),
    check('vouchers_percent', sql`${table.percent} between 1 and 100`),
    check('vouchers_amount', sql`${table.amountCents} > 0`),
    check('vouchers_uses', sql`${table.maxUses} > 0 and ${table.maxUsesEach} > 0`),
    check('vouchers_days', sql`${table.endsOn} >= ${table.startsOn}`),
  ],
);
export type VoucherRow = typeof vouchers.$inferSelect;
