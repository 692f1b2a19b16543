import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { visitKinds } from '#features/visits/rules/index.ts';
import { instant, oneOf } from '#platform/db/columns.ts';

/* Sums of visits. No row is about a visitor. */

/** The columns that identify a sum: a kind, and one of its keys. */
const summedBy = () => ({
  kind: text('kind', { enum: visitKinds }).notNull(),
  key: text('key').notNull(),
});

/**
 * Visits and page views by day, in the mentor's time zone. `addVisits` limits the number of keys
 * per day.
 */
export const visitSums = pgTable(
  'visit_sums',
  {
    day: date('day', { mode: 'string' }).notNull(),
    ...summedBy(),
    visits: integer('visits').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.key] }),
    check('visit_sums_kind', sql`${table.kind} in (${oneOf(visitKinds)})`),
  ],
);

/**
 * The salt of the current day's hashes: one row. Like the marks, it is unlogged, never backed up,
 * and deleted on the next day.
 */
export const visitSalts = pgTable('visit_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
});

/** The hashes of today's visitors, which are useless without the salt. */
export const visitMarks = pgTable('visit_marks', { hash: text('hash').primaryKey() });

/**
 * Leads and bookings by quarter of an hour, which fits every time zone. A trigger counts inserts
 * and never subtracts, so the numbers remain after erasures.
 */
export const contactSums = pgTable(
  'contact_sums',
  {
    quarter: instant('quarter').notNull(),
    contact: text('contact', { enum: ['leads', 'bookings'] }).notNull(),
    ...summedBy(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.quarter, table.contact, table.kind, table.key] })],
);
