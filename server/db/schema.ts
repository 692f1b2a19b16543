import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from './columns.ts';

export * from './booking-schema.ts';
export * from './content-schema.ts';
export * from './lead-schema.ts';

/**
 * Every table of the site but those of its accounts (account-schema.ts). Instants are
 * `timestamptz`, days that belong to no zone are `date`. Each ordering that a list uses has an
 * index that ends in the id, so that pages by key are exact. Indexes ascend: read backwards they
 * give `desc`, which Drizzle's own `.desc()` does not (it adds NULLS LAST). What was deleted lies in
 * the trash (`deleted_at`) until it is swept: no list, count or page but the trash sees it.
 */

/** queued: to be sent. sent: taken by the mail server. failed: given up. cancelled: its lead was deleted first. */
const mailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const;

/**
 * The outbox: every mail of the site, by a key that never changes (`lead:<id>:notice`). The row is
 * made in the transaction that causes the mail and locked while it is sent: no two workers send one
 * mail twice. It refers to nothing, so that it outlives its lead.
 */
export const mailDeliveries = pgTable(
  'mail_deliveries',
  {
    key: text('key').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    status: text('status', { enum: mailStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** The job of a mail that was given up, so that it can be sent again. Ids alone, no words. */
    payload: jsonb('payload'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mail_deliveries_status_created_at_idx').on(table.status, table.createdAt),
    check('mail_deliveries_status', sql`${table.status} in (${oneOf(mailStatuses)})`),
    check(
      'mail_deliveries_sent_at',
      sql`(${table.status} = 'sent') = (${table.sentAt} is not null)`,
    ),
  ],
);

/** Counters of the rate limits. rate-limiter-flexible inserts without naming columns: their order is its own. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since the epoch; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});

/** What all processes on one database must agree on: one value a key. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** What the mentor has saved of a section of the settings, newest last; the newest one stands. */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    section: text('section').notNull(),
    version: integer('version').notNull(),
    /** Null: as the site came. */
    value: jsonb('value'),
    savedAt: instant('saved_at').notNull().defaultNow(),
    /** The email of the account that saved it. */
    savedBy: text('saved_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.section, table.version] })],
);
