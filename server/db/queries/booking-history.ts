import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { PageQuery } from '#domain/list-page.ts';
import type { Executor } from '#server/db/executor.ts';
import { bookings, leads } from '#server/db/schema.ts';
import { listByKey } from './keyset.ts';

interface Sender {
  email: string | null;
  phone: string | null;
}

const isFrom = (table: { email: PgColumn; phone: PgColumn }, { email, phone }: Sender) =>
  or(
    email === null ? undefined : eq(sql`lower(${table.email})`, sql`lower(${email})`),
    phone === null ? undefined : eq(table.phone, phone),
  );

const nothing = (name: string) => sql<string | null>`null::text`.as(name);

/**
 * Returns one page of what came from the email (in any case) or the phone number of one booking besides it: sessions by
 * their time, messages and inquiries by when they came, newest first.
 */
export function listHistory(
  db: Executor,
  { id, ...sender }: Sender & { id: string },
  page: PageQuery,
) {
  const sessions = db
    .select({
      kind: sql<'booking' | 'lead'>`'booking'`.as('kind'),
      id: bookings.id,
      at: bookings.startsAt,
      /** A session's type, or where a message came from. */
      title: bookings.sessionType,
      cancelled_at: bookings.cancelledAt,
      paid_at: bookings.paidAt,
      outcome: bookings.outcome,
      cancellation_reason: sql<string | null>`${bookings.cancellationReason}`.as('reason'),
      /** The mentor's own words. */
      note: bookings.mentorNote,
      message: nothing('message'),
      state: nothing('state'),
    })
    .from(bookings)
    .where(and(isFrom(bookings, sender), ne(bookings.id, id), isNull(bookings.deletedAt)));
  const messages = db
    .select({
      kind: sql<'booking' | 'lead'>`'lead'`.as('kind'),
      id: leads.id,
      at: leads.createdAt,
      title: leads.source,
      cancelled_at: sql<Date | null>`null::timestamptz`.as('cancelled_at'),
      paid_at: sql<Date | null>`null::timestamptz`.as('paid_at'),
      outcome: sql<'done' | 'missed' | null>`null::text`.as('outcome'),
      cancellation_reason: nothing('reason'),
      note: leads.note,
      message: sql<string | null>`${leads.message}`.as('message'),
      state: sql<string | null>`${leads.state}`.as('state'),
    })
    .from(leads)
    .where(and(isFrom(leads, sender), isNull(leads.deletedAt)));
  const history = unionAll(sessions, messages).as('history');
  const { kind, at, title, cancelled_at, cancellation_reason, paid_at, outcome } = history;
  const { note, message, state } = history;
  const columns = {
    ...{ kind, id: history.id, at, title, cancelled_at, cancellation_reason, paid_at, outcome },
    ...{ note, message, state },
  };
  return listByKey(db, { table: history, columns, newest: history.at }, page);
}
