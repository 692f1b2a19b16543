import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { visitKinds } from '#domain/visits.ts';
import { instant, oneOf } from './columns.ts';

/** How the site is visited, in sums alone: no row is about anybody. */

/** What a sum is of: a kind, and which of them. */
const summedBy = () => ({
  kind: text('kind', { enum: visitKinds }).notNull(),
  key: text('key').notNull(),
});

/** Visits and views of a day on the mentor's calendar. How many keys a day has is bounded (`addVisits`). */
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
 * What tells the visitors of one day apart: one row, gone with that day. Like the marks it is in no
 * backup, and unlogged: not in the log of the database either.
 */
export const visitSalts = pgTable('visit_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
});

/** Who has been here today: hashes that mean nothing without the salt, and go with it. */
export const visitMarks = pgTable('visit_marks', { hash: text('hash').primaryKey() });

/**
 * How many leads and bookings came in a quarter of an hour: whole days of every zone are made of
 * those. A trigger adds what is inserted and takes nothing off, so that the figures outlive the people.
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
