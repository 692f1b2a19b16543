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
import { createdAt, instant, mailboxOf, oneOf } from '#platform/db/columns.ts';
import { providerNames } from '#rules/payment-methods.ts';

export * from './booking-schema.ts';
export * from './content-schema.ts';
export * from './film-schema.ts';
export * from './lead-schema.ts';
export * from './library-schema.ts';
export * from './order-schema.ts';
export * from './person-schema.ts';
export * from './visit-schema.ts';
export * from './voucher-schema.ts';

/*
 * Every table of the site except those of its accounts (account-schema.ts). Instants are
 * `timestamptz`, dates without a time zone are `date`. Every list ordering has an index that ends
 * in the id, so that key pagination is exact. Indexes ascend: read backwards they give `desc`,
 * unlike Drizzle's `.desc()`, which adds NULLS LAST. Deleted rows are in the trash (`deleted_at`),
 * which no other list, count or page includes.
 */

/**
 * queued: waiting to be sent. sent: the mail server accepted it. failed: no more attempts.
 * cancelled: its record was deleted first.
 */
export const mailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const;

/**
 * The outbox: every email of the site, by a stable key (`lead:<id>:notice`). A row is inserted in
 * the transaction that causes the email and locked while it is sent, so no two workers send it
 * twice. It references nothing, so that it outlives its lead.
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
    /** The job of an unsent email, so that it can be queued again. Contains ids, no text. */
    payload: jsonb('payload'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    /** Used only by the previous version; drop both in the next one. */
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

/** Used only by the previous version; drop it in the next one. */
export const mailHandovers = pgTable('mail_handovers', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
});

/**
 * The counters of the rate limits. rate-limiter-flexible inserts without column names, so the order
 * of columns matters.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since the epoch; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});

/** A part of an upload, stored as an object in the bucket. */
export interface UploadPart {
  key: string;
  /** In bytes. */
  size: number;
}

/**
 * Files being uploaded to the bucket in parts. Any process can continue an upload, because the row
 * records the acknowledged parts. Not included in backups.
 */
export const uploads = pgTable(
  'uploads',
  {
    /** Created by the protocol's server: 32 hexadecimal digits. */
    id: text('id').primaryKey(),
    /** The email of the account that started it. */
    owner: text('owner').notNull(),
    metadata: jsonb('metadata').$type<UploadMetadata>().notNull(),
    /** When it started, in milliseconds since the epoch. Part of the file name, so it is unique. */
    timestamp: bigint('timestamp', { mode: 'number' }).notNull().unique(),
    size: bigint('size', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** In order; null once the storage has the file. */
    parts: jsonb('parts').$type<UploadPart[]>().default([]),
    /** The path in the storage, once decided. */
    path: text('path'),
    touchedAt: instant('touched_at').notNull().defaultNow(),
  },
  (table) => [
    index('uploads_touched_at_idx').on(table.touchedAt),
    check('uploads_received', sql`${table.received} between 0 and ${table.size}`),
  ],
);

/** State that all processes share: one value per key. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/**
 * The mail server that the mentor has set up: at most one row. It has no versions, because it
 * contains a password.
 */
export const mailServer = pgTable(
  'mail_server',
  {
    id: integer('id').primaryKey().default(1),
    /** The settings as JSON, encrypted with the site's secret. */
    encrypted: text('encrypted').notNull(),
    /** When a test email was sent with them. */
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  ({ id }) => [check('mail_server_single', sql`${id} = 1`)],
);

/**
 * The keys of the companies that take payments, as the mentor has entered them: at most one row each. They
 * have no versions, because they are secret.
 */
export const paymentKeys = pgTable(
  'payment_keys',
  {
    provider: text('provider', { enum: providerNames }).primaryKey(),
    /** The keys as JSON, encrypted with the site's secret. */
    encrypted: text('encrypted').notNull(),
    /** When the provider accepted them. */
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  ({ provider }) => [check('payment_keys_provider', sql`${provider} in (${oneOf(providerNames)})`)],
);

/** The saved versions of each settings section. The newest one applies. */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    section: text('section').notNull(),
    version: integer('version').notNull(),
    /** Null: the default. */
    value: jsonb('value'),
    savedAt: instant('saved_at').notNull().defaultNow(),
    /** The email of the account that saved it. */
    savedBy: text('saved_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.section, table.version] })],
);
