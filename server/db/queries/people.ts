import { and, asc, desc, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { toAddress, toMailbox, toPhoneTail } from '#domain/person.ts';
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
export interface RowsOf {
  /** Addresses, as `toAddress` writes them. */
  mailboxes: string[];
  /** Of bookings without an email, in E.164. */
  phones?: string[];
  /** Of records that count whoever they name. */
  ids?: string[];
}

/** Returns a condition: the column has one of these values. */
export const isAnyOf = (column: SQL | AnyPgColumn, values: readonly string[], type = 'text'): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

/** Returns a condition: the column, named as it is in the statement's one table, is one of these addresses. */
export function leadsTo(column: string, mailboxes: readonly string[]): SQL {
  const email = sql.raw(column);
  // The first is what the indexes know.
  const isNear = isAnyOf(mailboxOf(email), mailboxes.map(toMailbox));
  return sql`(${isNear} and ${isAnyOf(sql`lower(${email})`, mailboxes)})`;
}

/** Returns a condition: the mail is about one of these records, or about a submission that became none. */
export const isAbout = (key: AnyPgColumn, ids: readonly string[]): SQL =>
  isAnyOf(sql`split_part(${key}, ':', 2)`, ids);

// Whole rows: a column that is added is shown to the person as well, and exported.
const { category, search_text, ...leadColumns } = nameColumns(leads);
const { mailbox, ...bookingColumns } = nameColumns(bookings);

/** Returns the leads of a person, those in the trash too. */
export const listLeadsOf = (db: Executor, { mailboxes, ids = [] }: RowsOf) =>
  db
    .select(leadColumns)
    .from(leads)
    .where(or(leadsTo('email', mailboxes), inArray(leads.id, ids)))
    .orderBy(asc(leads.createdAt), asc(leads.id));

/**
 * Returns who has given a number that ends like one of these, or an address that may lead to the same
 * mailbox as one of those.
 */
export async function listNear(db: Executor, emails: string[], phones: string[]) {
  const mailboxes = emails.map(toMailbox);
  const tails = phones.map(toPhoneTail);
  const { rows } = await db.execute<{ email: string; name: string; phone: string | null }>(sql`
    select email, name, phone from ${leads}
      where ${isAnyOf(mailboxOf(sql.raw('email')), mailboxes)}
        or ${isAnyOf(phoneTailOf(sql.raw('phone')), tails)}
    union select email, name, phone from ${bookings}
      where email is not null and (${isAnyOf(sql.raw('mailbox'), mailboxes)}
        or ${isAnyOf(phoneTailOf(sql.raw('phone')), tails)})
    order by email, name limit 1000`);
  return rows;
}

/** Returns the bookings of a person, those in the trash too. */
export const listBookingsOf = (db: Executor, { mailboxes, phones = [], ids = [] }: RowsOf) =>
  db
    .select(bookingColumns)
    .from(bookings)
    .where(
      or(
        and(
          isAnyOf(bookings.mailbox, mailboxes.map(toMailbox)),
          isAnyOf(sql`lower(${bookings.email})`, mailboxes),
        ),
        and(isNull(bookings.email), inArray(bookings.phone, phones)),
        inArray(bookings.id, ids),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

/** Returns the mails to these mailboxes and about these records, the last first. */
export const listMailsOf = (db: Executor, { mailboxes, ids = [] }: RowsOf) =>
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

/** Returns the addresses of the accounts of the admin. */
export async function listAccountMailboxes(db: Executor): Promise<string[]> {
  const found = await db.select({ email: user.email }).from(user);
  return found.map(({ email }) => toAddress(email));
}
