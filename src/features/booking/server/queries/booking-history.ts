import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { BookingChange } from '#features/booking/rules/booking-change.ts';
import type { Executor } from '#platform/db/executor.ts';
import { listByKey } from '#platform/db/keyset.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import type { PageQuery } from '#rules/list-page.ts';
import { isTest } from './is-test.ts';

interface Sender {
  email: string | null;
  phone: string | null;
}

const isFrom = (table: { email: PgColumn; phone: PgColumn }, { email, phone }: Sender) =>
  or(
    email === null ? undefined : eq(sql`lower(${table.email})`, sql`lower(${email})`),
    phone === null ? undefined : eq(table.phone, phone),
  );

/**
 * session: another session of the same client. booked: this booking was made. change: a move or a
 * cancellation.
 */
type HistoryKind = 'session' | 'booked' | 'change' | 'lead';

/** The columns of every part of the union; a part has null where it has no value. */
const columnsOf = (kind: HistoryKind) => ({
  kind: sql<HistoryKind>`${sql.raw(`'${kind}'`)}`.as('kind'),
  booking_id: sql<string | null>`null::uuid`.as('booking_id'),
  change: sql<BookingChange | null>`null::jsonb`.as('change'),
  cancelled_at: sql<Date | null>`null::timestamptz`.as('cancelled_at'),
  paid_at: sql<Date | null>`null::timestamptz`.as('paid_at'),
  is_test: sql<boolean>`false`.as('is_test'),
  outcome: sql<'done' | 'missed' | null>`null::text`.as('outcome'),
  /** The mentor's private note. */
  note: sql<string | null>`null::text`.as('note'),
  message: sql<string | null>`null::text`.as('message'),
  state: sql<string | null>`null::text`.as('state'),
});

/**
 * Returns one page of the history of a booking and its client, who is identified by email (in any
 * case) or phone number: sessions by start; moves, cancellations, messages and inquiries by when
 * they arrived. Newest first.
 */
export function listHistory(
  db: Executor,
  { id, ...sender }: Sender & { id: string },
  page: PageQuery,
) {
  const isTheirs = and(isFrom(bookings, sender), isNull(bookings.deletedAt));
  const sessions = db
    .select({
      id: bookings.id,
      at: bookings.startsAt,
      /** The session type, or the source of a message. */
      title: bookings.sessionType,
      ...columnsOf('session'),
      booking_id: sql<string | null>`${bookings.id}`.as('booking_id'),
      cancelled_at: bookings.cancelledAt,
      paid_at: bookings.paidAt,
      is_test: isTest.as('is_test'),
      outcome: bookings.outcome,
      note: bookings.mentorNote,
    })
    .from(bookings)
    .where(and(isTheirs, ne(bookings.id, id)));
  const booked = db
    .select({
      id: bookings.id,
      at: bookings.createdAt,
      title: bookings.sessionType,
      ...columnsOf('booked'),
    })
    .from(bookings)
    .where(eq(bookings.id, id));
  const changes = db
    .select({
      id: sql<string>`(change ->> 'id')::uuid`.as('id'),
      at: sql<Date>`(change ->> 'at')::timestamptz`.as('at'),
      title: bookings.sessionType,
      ...columnsOf('change'),
      booking_id: sql<string | null>`${bookings.id}`.as('booking_id'),
      change: sql<BookingChange | null>`change`.as('change'),
    })
    .from(bookings)
    .crossJoinLateral(sql`jsonb_array_elements(${bookings.changes}) as change`)
    .where(isTheirs);
  const messages = db
    .select({
      id: leads.id,
      at: leads.createdAt,
      title: leads.source,
      ...columnsOf('lead'),
      note: leads.note,
      message: sql<string | null>`${leads.message}`.as('message'),
      state: sql<string | null>`${leads.state}`.as('state'),
    })
    .from(leads)
    .where(and(isFrom(leads, sender), isNull(leads.deletedAt)));
  const history = unionAll(sessions, booked, changes, messages).as('history');
  const { kind, at, title, booking_id, change } = history;
  const { cancelled_at, paid_at, is_test, outcome, note, message, state } = history;
  const columns = {
    kind,
    id: history.id,
    at,
    title,
    booking_id,
    change,
    cancelled_at,
    paid_at,
    is_test,
    outcome,
    note,
    message,
    state,
  };
  return listByKey(db, { table: history, columns, newest: history.at }, page);
}
