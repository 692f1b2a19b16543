import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { requestKinds } from '#features/people/rules/index.ts';
import { id, instant, mailboxOf, oneOf } from '#platform/db/columns.ts';
import type { ErasureCounts } from '#rules/personal-records.ts';

/* Data requests, and the records of erasures. */

export const personRequests = pgTable(
  'person_requests',
  {
    id: id(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    email: text('email').notNull(),
    /** The person's own text. */
    message: text('message'),
    askedAt: instant('asked_at').notNull().defaultNow(),
    /** When the address was confirmed. Only confirmed requests count. */
    confirmedAt: instant('confirmed_at'),
    answeredAt: instant('answered_at'),
    /** The email of the account that answered. */
    answeredBy: text('answered_by'),
  },
  (table) => [
    index('person_requests_confirmed_at_idx').on(table.confirmedAt, table.id),
    index('person_requests_mailbox_idx').on(mailboxOf(sql.raw('email'))),
    check('person_requests_kind', sql`${table.kind} in (${oneOf(requestKinds)})`),
    check('person_requests_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('person_requests_message_length', sql`char_length(${table.message}) between 1 and 2000`),
  ],
);

/**
 * Erased people, so that restoring an older backup erases them again: keyed hashes of addresses
 * (the key is not in the database) and ids of deleted rows.
 */
export const erasures = pgTable('erasures', {
  id: id(),
  erasedAt: instant('erased_at').notNull().defaultNow(),
  /** The email of the admin account. */
  erasedBy: text('erased_by').notNull(),
  mailboxHashes: text('mailbox_hashes').array().notNull(),
  phoneHashes: text('phone_hashes').array().notNull(),
  /** Identifies the secret of the hashes. */
  keyFingerprint: text('key_fingerprint').notNull(),
  recordIds: uuid('record_ids').array().notNull(),
  counts: jsonb('counts').$type<ErasureCounts>().notNull(),
  /** No longer used. Earlier versions rewrote the database files. */
  scrubbedAt: instant('scrubbed_at'),
});
