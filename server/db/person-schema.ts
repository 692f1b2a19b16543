import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ErasureCounts } from '#domain/person.ts';
import { requestKinds } from '#domain/request-kinds.ts';
import { id, instant, mailboxOf, oneOf } from './columns.ts';

/** What people have asked for about themselves, and what is left of those who were erased. */

export const personRequests = pgTable(
  'person_requests',
  {
    id: id(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    email: text('email').notNull(),
    /** The person's own words. */
    message: text('message'),
    askedAt: instant('asked_at').notNull().defaultNow(),
    /** When the address was proven; before that it is no request. */
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
 * Who was erased, for every restore of an older backup: keyed hashes, whose key lies elsewhere, and ids
 * of rows that are gone. Nobody is to be found by it who is not known already.
 */
export const erasures = pgTable('erasures', {
  id: id(),
  erasedAt: instant('erased_at').notNull().defaultNow(),
  /** The email of the account that did it. */
  erasedBy: text('erased_by').notNull(),
  mailboxHashes: text('mailbox_hashes').array().notNull(),
  phoneHashes: text('phone_hashes').array().notNull(),
  /** Tells which secret the hashes were made with. */
  keyFingerprint: text('key_fingerprint').notNull(),
  recordIds: uuid('record_ids').array().notNull(),
  counts: jsonb('counts').$type<ErasureCounts>().notNull(),
  /** When the files of the database were written anew, without what was erased. */
  scrubbedAt: instant('scrubbed_at'),
});
