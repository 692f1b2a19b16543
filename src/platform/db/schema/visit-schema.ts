import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { visitKinds } from '#features/visits/rules/index.ts';
import { instant, oneOf } from '../columns.ts';

/** Visits as sums. No row is about a visitor. */

/** What a sum counts: a kind, and one of its keys. */
const summedBy = () => ({
  kind: text('kind', { enum: visitKinds }).notNull(),
  key: text('key').notNull(),
});

/** Visits and views by day, in the mentor's time zone. `addVisits` limits the keys of a day. */
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
 * The salt of the current day's hashes: one row. Like the marks it is unlogged and in no backup, and
 * the next day deletes it.
 */
export const visitSalts = pgTable('visit_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
});

/** The hashes of today's visitors, which mean nothing without the salt. */
export const visitMarks = pgTable('visit_marks', { hash: text('hash').primaryKey() });

/**
 * Leads and bookings by quarter of an hour, because the days of every time zone consist of those. A
 * trigger counts inserts and never subtracts: the figures outlive the people.
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
