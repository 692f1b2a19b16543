import { asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Identifiers, toMailbox, toPhoneNumber, toPhoneTail } from '#domain/person.ts';
import { accountEvent, user } from '#server/db/account-schema.ts';
import { mailboxOf, phoneTailOf } from '#server/db/columns.ts';
import type { Executor } from '#server/db/executor.ts';
import {
  bookings,
  leads,
  mailDeliveries,
  mailHandovers,
  personRequests,
} from '#server/db/schema.ts';
import { nameColumns } from './keyset.ts';

/** What somebody's rows are found by. */
export interface RowsOf extends Identifiers {
  /** Of records that count whoever they name. */
  ids?: string[];
}

/** Returns a condition: the column has one of these values. */
export const isAnyOf = (column: SQL | AnyPgColumn, values: readonly string[], type = 'text'): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

/** Returns a condition: the column, named as it is in the statement's one table, leads to one of these mailboxes. */
export const leadsTo = (column: string, mailboxes: readonly string[]): SQL =>
  isAnyOf(mailboxOf(sql.raw(column)), mailboxes);

/** Returns a condition: the mail is about one of these records, or about a submission that became none. */
export const isAbout = (key: AnyPgColumn, ids: readonly string[]): SQL =>
  isAnyOf(sql`split_part(${key}, ':', 2)`, ids);

// Whole rows: a column that is added is shown to the person as well, and exported.
const { category, search_text, ...leadColumns } = nameColumns(leads);
const { mailbox, ...bookingColumns } = nameColumns(bookings);

/** Returns the leads of a person, those in the trash too, however their numbers are written. */
export async function listLeadsOf(db: Executor, { mailboxes, phones, ids = [] }: RowsOf) {
  const found = await db
    .select(leadColumns)
    .from(leads)
    .where(
      or(
        leadsTo('email', mailboxes),
        isAnyOf(phoneTailOf(sql.raw('phone')), phones.map(toPhoneTail)),
        inArray(leads.id, ids),
      ),
    )
    .orderBy(asc(leads.createdAt), asc(leads.id));
  // Other numbers may end alike.
  return found.filter(
    ({ id, email, phone }) =>
      ids.includes(id) ||
      mailboxes.includes(toMailbox(email)) ||
      phones.includes((phone && toPhoneNumber(phone)) || ''),
  );
}

/** Returns the bookings of a person, those in the trash too. */
export const listBookingsOf = (db: Executor, { mailboxes, ids = [] }: RowsOf) =>
  db
    .select(bookingColumns)
    .from(bookings)
    .where(or(isAnyOf(bookings.mailbox, mailboxes), inArray(bookings.id, ids)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

/** Returns the mails to these mailboxes and about these records, the last first. */
export const listMailsOf = (db: Executor, { mailboxes, ids = [] }: Omit<RowsOf, 'phones'>) =>
  db
    .select({
      key: mailDeliveries.key,
      recipient: mailDeliveries.recipient,
      subject: mailDeliveries.subject,
      status: mailDeliveries.status,
      last_error: mailDeliveries.lastError,
      created_at: mailDeliveries.createdAt,
      sent_at: mailDeliveries.sentAt,
      /** With the mail server, which has not answered. */
      is_handed_over: sql<boolean>`exists (select from ${mailHandovers} where ${mailHandovers.key} = ${mailDeliveries.key})`,
    })
    .from(mailDeliveries)
    .where(or(leadsTo('recipient', mailboxes), isAbout(mailDeliveries.key, ids)))
    .orderBy(desc(mailDeliveries.createdAt), desc(mailDeliveries.key));

/** Returns what the log of the accounts says of these mailboxes, the last first. */
export const listEventsOf = (db: Executor, mailboxes: readonly string[]) =>
  db
    .select(nameColumns(accountEvent))
    .from(accountEvent)
    .where(leadsTo('email', mailboxes))
    .orderBy(desc(accountEvent.at));

/** Returns what these mailboxes have asked for, the last first. */
export const listRequestsOf = (db: Executor, mailboxes: readonly string[]) =>
  db
    .select(nameColumns(personRequests))
    .from(personRequests)
    .where(leadsTo('email', mailboxes))
    .orderBy(desc(personRequests.askedAt));

/** Returns which of these mailboxes are of accounts of the admin. */
export async function listAccountMailboxes(db: Executor): Promise<string[]> {
  const found = await db.select({ email: user.email }).from(user);
  return found.map(({ email }) => toMailbox(email));
}
