import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ListedPerson, PeopleQuery } from '#features/people/rules/person.ts';
import { mailboxOf, phoneTailOf } from '#platform/db/columns.ts';
import type { Executor } from '#platform/db/executor.ts';
import { isAbout, isAnyOf, isOf } from '#platform/db/personal-data.ts';
import { accountEvent } from '#platform/db/schema/account-schema.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import {
  customers,
  entitlements,
  lessonProgress,
  lessons,
  libraryBrowsers,
} from '#platform/db/schema/library-schema.ts';
import { orders, paymentProofs } from '#platform/db/schema/order-schema.ts';
import { personRequests } from '#platform/db/schema/person-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { toMailbox } from '#rules/mailbox.ts';
import { toPhoneNumber, toPhoneTail } from '#rules/phone-number.ts';
import { toSearchTerms } from '#rules/search-terms.ts';

/** Identifies the rows of a person. */
export interface RowsOf {
  /** Email addresses in the form of `toAddress`. */
  mailboxes: string[];
  /** For bookings and customers without an email address, in E.164. */
  phones?: string[];
  /** Records that are included whatever address they have. */
  ids?: string[];
}

type NamedColumns<Table extends PgTable> = {
  [Property in keyof Table['_']['columns'] as Table['_']['columns'][Property]['_']['name']]: Table['_']['columns'][Property];
};

/** Returns the columns of a table by their names in the database, under which a person's data is exported. */
const nameColumns = <Table extends PgTable>(table: Table) =>
  Object.fromEntries(
    Object.values<PgColumn>(getTableColumns<PgTable>(table)).map((column) => [column.name, column]),
  ) as NamedColumns<Table>;

// Selects whole rows, so that new columns are shown and exported automatically.
const { category, search_text, ...leadColumns } = nameColumns(leads);
const { mailbox, ...bookingColumns } = nameColumns(bookings);

/** Returns the leads of a person, including the trash. */
export const listLeadsOf = (db: Executor, { mailboxes }: RowsOf) =>
  db
    .select(leadColumns)
    .from(leads)
    .where(isOf('leads', mailboxes))
    .orderBy(asc(leads.createdAt), asc(leads.id));

/** Returns the bookings of a person, including the trash. */
export const listBookingsOf = (db: Executor, { mailboxes, phones = [] }: RowsOf) =>
  db
    .select(bookingColumns)
    .from(bookings)
    .where(
      or(isOf('bookings', mailboxes), and(isNull(bookings.email), inArray(bookings.phone, phones))),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

/** Returns the orders of a person: by their address, or made by these leads and bookings. */
export const listOrdersOf = (db: Executor, { mailboxes, ids = [] }: RowsOf) =>
  db
    .select(nameColumns(orders))
    .from(orders)
    .where(
      or(isOf('orders', mailboxes), inArray(orders.leadId, ids), inArray(orders.bookingId, ids)),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id));

/**
 * Returns a person as a customer, with what they were given, when their browsers opened the library, and how far
 * they are. Without an email address, a customer is found by the phone number or by orders that name them.
 */
export async function listCustomersOf(db: Executor, { mailboxes, phones = [], ids = [] }: RowsOf) {
  const found = await db
    .select(nameColumns(customers))
    .from(customers)
    .where(
      or(
        isOf('customers', mailboxes),
        and(
          isNull(customers.email),
          or(
            inArray(customers.id, ids),
            isAnyOf(phoneTailOf(sql`${customers.phone}`), phones.map(toPhoneTail)),
          ),
        ),
      ),
    )
    .orderBy(asc(customers.createdAt), asc(customers.id));
  const own = found.filter(
    ({ id, email, phone }) =>
      email !== null || ids.includes(id) || phones.includes(toPhoneNumber(phone ?? '') ?? ''),
  );
  return Promise.all(own.map(async (one) => ({ ...one, ...(await listAccessOf(db, one.id)) })));
}

/** Returns what is stored about the access of a customer. */
async function listAccessOf(db: Executor, customerId: string) {
  const { customer_id: _, ...given } = nameColumns(entitlements);
  return {
    access: await db
      .select({ course: courses.title, ...given })
      .from(entitlements)
      // Sessions have no course.
      .leftJoin(courses, eq(courses.id, entitlements.courseId))
      .where(eq(entitlements.customerId, customerId))
      .orderBy(asc(entitlements.createdAt), asc(entitlements.id)),
    browsers: await db
      .select({
        first_used_at: libraryBrowsers.firstUsedAt,
        last_used_at: libraryBrowsers.lastUsedAt,
      })
      .from(libraryBrowsers)
      .where(eq(libraryBrowsers.customerId, customerId))
      .orderBy(asc(libraryBrowsers.firstUsedAt)),
    progress: await db
      .select({
        lesson: lessons.title,
        seconds: lessonProgress.seconds,
        furthest: lessonProgress.furthest,
        done_at: lessonProgress.doneAt,
        first_opened_at: lessonProgress.firstOpenedAt,
        last_opened_at: lessonProgress.lastOpenedAt,
      })
      .from(lessonProgress)
      .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
      .where(eq(lessonProgress.customerId, customerId))
      .orderBy(asc(lessonProgress.firstOpenedAt)),
  };
}

/** Returns the files that were sent as proof of payment for these orders, oldest first. */
export const listProofsOf = (db: Executor, orderIds: string[]) =>
  db
    .select({
      order_id: paymentProofs.orderId,
      file: paymentProofs.path,
      bytes: paymentProofs.size,
      received_at: paymentProofs.createdAt,
    })
    .from(paymentProofs)
    .where(inArray(paymentProofs.orderId, orderIds))
    .orderBy(asc(paymentProofs.createdAt), asc(paymentProofs.id));

/** Returns the mails to these addresses and about these records, newest first. */
export const listMailsOf = (db: Executor, { mailboxes, ids = [] }: RowsOf) =>
  db
    .select({
      id: mailDeliveries.key,
      recipient: mailDeliveries.recipient,
      subject: mailDeliveries.subject,
      status: mailDeliveries.status,
      last_error: mailDeliveries.lastError,
      created_at: mailDeliveries.createdAt,
      sent_at: mailDeliveries.sentAt,
    })
    .from(mailDeliveries)
    .where(or(isOf('mails', mailboxes), isAbout(mailDeliveries.key, ids)))
    .orderBy(desc(mailDeliveries.createdAt), desc(mailDeliveries.key));

/** Returns the sign-in attempts with these addresses, newest first. */
export const listEventsOf = (db: Executor, mailboxes: readonly string[]) =>
  db
    .select(nameColumns(accountEvent))
    .from(accountEvent)
    .where(isOf('log_entries', mailboxes))
    .orderBy(desc(accountEvent.at));

/** Returns the data requests of these addresses, newest first. */
export const listRequestsOf = (db: Executor, mailboxes: readonly string[]) =>
  db
    .select(nameColumns(personRequests))
    .from(personRequests)
    .where(isOf('requests', mailboxes))
    .orderBy(desc(personRequests.askedAt));

/**
 * Returns the senders whose phone number has the same last digits, or whose address may belong to
 * the same mailbox.
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
    union select email, name, phone from ${customers}
      where email is not null and (${isAnyOf(mailboxOf(sql.raw('email')), mailboxes)}
        or ${isAnyOf(phoneTailOf(sql.raw('phone')), tails)})
    order by email, name limit 1000`);
  return rows;
}

/** The size of a page of the list. */
const peoplePerPage = 30;

/** Returns one page of the people who wrote, booked or were given a course, latest activity first, without the trash. */
export async function listPeople(db: Executor, { search, after }: PeopleQuery) {
  const number = toPhoneNumber(search);
  const terms = number ? [toPhoneTail(number)] : toSearchTerms(search);
  const conditions = [
    ...terms.map((term) => sql`position(${term} in words) > 0`),
    ...(after ? [sql`(last_at, email) < (${after.at}, ${after.email})`] : []),
  ];
  const { rows } = await db.execute<{ [Key in keyof ListedPerson]: ListedPerson[Key] }>(sql`
    select email, name, phone, last_at, leads, bookings, customers from (
      select lower(email) as email, (array_agg(name order by at desc))[1] as name,
        (array_agg(phone order by at desc) filter (where phone is not null))[1] as phone,
        to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_at,
        count(*) filter (where kind = 'lead')::int as leads,
        count(*) filter (where kind = 'booking')::int as bookings,
        count(*) filter (where kind = 'customer')::int as customers,
        lower(string_agg(distinct concat_ws(' ', name, email, phone, regexp_replace(phone, '[^0-9]', '', 'g')), ' ')) as words
      from (
        select email, name, phone, created_at as at, 'lead' as kind from ${leads} where deleted_at is null
        union all
        select email, name, phone, created_at, 'booking' from ${bookings} where deleted_at is null
        union all
        select email, name, phone, created_at, 'customer' from ${customers}
      ) as rows where email <> '' group by 1
    ) as people
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by last_at desc, email desc limit ${peoplePerPage + 1}`);
  const items = rows.slice(0, peoplePerPage);
  const last = rows.length > peoplePerPage ? items.at(-1) : undefined;
  return { items, next: last ? { at: last.last_at, email: last.email } : null };
}
