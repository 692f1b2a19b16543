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
import type { UploadMetadata } from '#features/uploads/rules/index.ts';
import { createdAt, instant, mailboxOf, oneOf } from '../columns.ts';

export * from './booking-schema.ts';
export * from './content-schema.ts';
export * from './lead-schema.ts';
export * from './order-schema.ts';
export * from './person-schema.ts';
export * from './visit-schema.ts';

/**
 * Every table of the site but those of its accounts (account-schema.ts). Instants are
 * `timestamptz`, days that belong to no zone are `date`. Each ordering that a list uses has an
 * index that ends in the id, so that pages by key are exact. Indexes ascend: read backwards they
 * give `desc`, which Drizzle's own `.desc()` does not (it adds NULLS LAST). What was deleted lies in
 * the trash (`deleted_at`) until it is swept: no list, count or page but the trash sees it.
 */

/** queued: to be sent. sent: taken by the mail server. failed: given up. cancelled: its lead was deleted first. */
export const mailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const;

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
    /** The job of a mail that was not sent yet, so that it can be queued again. Ids, no words. */
    payload: jsonb('payload'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    /** Used by the version before only; the next one may drop both. */
    claimedBy: text('claimed_by'),
    claimedAt: instant('claimed_at'),
  },
  (table) => [
    index('mail_deliveries_status_created_at_idx').on(table.status, table.createdAt),
    index('mail_deliveries_mailbox_idx').on(mailboxOf(sql.raw('recipient'))),
    check('mail_deliveries_status', sql`${table.status} in (${oneOf(mailStatuses)})`),
    check(
      'mail_deliveries_sent_at',
      sql`(${table.status} = 'sent') = (${table.sentAt} is not null)`,
    ),
  ],
);

/** Used by the version before only; the next one may drop it. */
export const mailHandovers = pgTable('mail_handovers', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
});

/** Counters of the rate limits. rate-limiter-flexible inserts without naming columns: their order is its own. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since the epoch; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});

/** Some bytes of an upload: an object of the bucket. */
export interface UploadPart {
  key: string;
  /** Bytes. */
  size: number;
}

/**
 * Files that are being received into the bucket, part by part: whichever process gets the next one
 * finds here what the others have acknowledged. No backup keeps it.
 */
export const uploads = pgTable(
  'uploads',
  {
    /** Made by the protocol's server: 32 hexadecimal digits. */
    id: text('id').primaryKey(),
    /** The email of the account that began it. */
    owner: text('owner').notNull(),
    metadata: jsonb('metadata').$type<UploadMetadata>().notNull(),
    /** When it was begun, in milliseconds since the epoch; it names the file, so no two are alike. */
    timestamp: bigint('timestamp', { mode: 'number' }).notNull().unique(),
    size: bigint('size', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** In their order; null once the storage has the file. */
    parts: jsonb('parts').$type<UploadPart[]>().default([]),
    /** Where the storage keeps the file, once that is decided. */
    path: text('path'),
    touchedAt: instant('touched_at').notNull().defaultNow(),
  },
  (table) => [
    index('uploads_touched_at_idx').on(table.touchedAt),
    check('uploads_received', sql`${table.received} between 0 and ${table.size}`),
  ],
);

/** What all processes on one database must agree on: one value a key. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** The mail server that the mentor has set up: one row at most. Without versions: it holds a password. */
export const mailServer = pgTable(
  'mail_server',
  {
    id: integer('id').primaryKey().default(1),
    /** The settings as JSON, encrypted with the secret of the site. */
    encrypted: text('encrypted').notNull(),
    /** When a test email went out with them. */
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  ({ id }) => [check('mail_server_single', sql`${id} = 1`)],
);

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
