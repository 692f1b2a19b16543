import { and, asc, desc, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { toSearchTerms } from '#domain/lead-group.ts';
import {
  type ListedPerson,
  type PeopleQuery,
  toAddress,
  toMailbox,
  toPhoneNumber,
  toPhoneTail,
} from '#domain/person.ts';
import { accountEvent, user } from '#server/db/account-schema.ts';
import { mailboxOf, phoneTailOf } from '#server/db/columns.ts';
import type { Executor } from '#server/db/executor.ts';
import { bookings, leads, mailDeliveries, personRequests } from '#server/db/schema.ts';
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

/** In a page of the list. */
const peoplePerPage = 30;

/** Returns one page of the people who wrote or booked, without the trash: those with the newest activity first. */
export async function listPeople(db: Executor, { search, after }: PeopleQuery) {
  const number = toPhoneNumber(search);
  const terms = number ? [toPhoneTail(number)] : toSearchTerms(search);
  const conditions = [
    ...terms.map((term) => sql`position(${term} in words) > 0`),
    ...(after ? [sql`(last_at, email) < (${after.at}, ${after.email})`] : []),
  ];
  const { rows } = await db.execute<{ [Key in keyof ListedPerson]: ListedPerson[Key] }>(sql`
    select email, name, phone, last_at, leads, bookings from (
      select lower(email) as email, (array_agg(name order by at desc))[1] as name,
        (array_agg(phone order by at desc) filter (where phone is not null))[1] as phone,
        to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_at,
        count(*) filter (where not is_booking)::int as leads,
        count(*) filter (where is_booking)::int as bookings,
        lower(string_agg(distinct concat_ws(' ', name, email, phone, regexp_replace(phone, '[^0-9]', '', 'g')), ' ')) as words
      from (
        select email, name, phone, created_at as at, false as is_booking from ${leads} where deleted_at is null
        union all
        select email, name, phone, created_at, true from ${bookings} where deleted_at is null
      ) as rows where email <> '' group by 1
    ) as people
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by last_at desc, email desc limit ${peoplePerPage + 1}`);
  const items = rows.slice(0, peoplePerPage);
  const last = rows.length > peoplePerPage ? items.at(-1) : undefined;
  return { items, next: last ? { at: last.last_at, email: last.email } : null };
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
