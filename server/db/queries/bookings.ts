import { and, asc, eq, gt, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { BookingQuery } from '#domain/booking.ts';
import type { Span } from '#domain/slots.ts';
import { user } from '#server/db/account-schema.ts';
import { mailboxOf } from '#server/db/columns.ts';
import { type Executor, first, type Transaction } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';
import { listByKey, nameColumns } from './keyset.ts';

export type Booking = typeof bookings.$inferSelect;
type NewBooking = Omit<typeof bookings.$inferInsert, 'calendarSequence' | 'cancelledAt'> & {
  id: string;
};

/** Inserts a booking unless its id or its slot is taken, and waits for a rival. Returns the row, or nothing. */
export const insertBooking = (db: Executor, booking: NewBooking) =>
  first(db.insert(bookings).values(booking).onConflictDoNothing().returning());

const isThis = (id: string) => and(eq(bookings.id, id), isNull(bookings.deletedAt));

/** Returns the booking with this id, cancelled or not, if there is one. */
export const findBooking = (db: Executor, id: string) =>
  db.query.bookings.findFirst({ where: isThis(id) });

/** Returns whether a booking has this id, be it in the trash: it is not given to another. */
export const isBookingIdTaken = async (db: Executor, id: string): Promise<boolean> =>
  (await db.$count(bookings, eq(bookings.id, id))) > 0;

/** Returns the booking with this id, locked until the transaction ends; with `share` others may read it and share it too. */
export const findLockedBooking = (transaction: Transaction, id: string, lock: 'update' | 'share') =>
  first(transaction.select().from(bookings).where(isThis(id)).for(lock));

/** A cancelled booking stays, for its mails and its visitor, and leaves its slot free. */
const stands = and(isNull(bookings.cancelledAt), isNull(bookings.deletedAt));

/** Returns the slots of the span that somebody has, in order. */
export async function listTakenSlots(db: Executor, { from, to }: Span): Promise<Date[]> {
  // In one row: a full year has thousands.
  const seconds = sql`extract(epoch from ${bookings.startsAt})::int8`;
  const [row] = await db
    .select({ taken: sql<number[]>`coalesce(json_agg(${seconds} order by ${seconds}), '[]')` })
    .from(bookings)
    .where(and(gte(bookings.startsAt, from), lt(bookings.startsAt, to), stands));
  return (row?.taken ?? []).map((second) => new Date(second * 1000));
}

/** Returns whether somebody has this slot. */
export const isSlotTaken = async (db: Executor, slot: Date): Promise<boolean> =>
  (await db.$count(bookings, and(eq(bookings.startsAt, slot), stands))) > 0;

/** Sets the locks of slots apart from others of their kind. */
const slotLocks = 4_711;

/** Lets one move at a time touch these slots: two that swap theirs would each wait for the other's, a deadlock. */
export async function lockSlots(transaction: Transaction, slots: Date[]): Promise<void> {
  const minutes = slots.map((slot) => Math.floor(slot.getTime() / 60_000));
  for (const minute of minutes.sort((a, b) => a - b)) {
    await transaction.execute(sql`select pg_advisory_xact_lock(${slotLocks}, ${minute}::int)`);
  }
}

/** Reschedules a live booking, or cancels it. Throws the unique violation of a slot that is taken. */
export async function updateBooking(
  transaction: Transaction,
  id: string,
  change: { startsAt: Date } | { cancelledAt: Date },
): Promise<Booking> {
  const calendarSequence = sql`${bookings.calendarSequence} + 1`;
  const updated = await first(
    transaction
      .update(bookings)
      .set({ ...change, calendarSequence })
      .where(and(eq(bookings.id, id), stands))
      .returning(),
  );
  if (!updated) throw new Error('There is no such live booking');
  return updated;
}

/** Puts a booking into the trash, which leaves its slot free. Returns it, or nothing when there is none. */
export const trashBooking = (transaction: Transaction, id: string, deletedAt: Date) =>
  first(transaction.update(bookings).set({ deletedAt }).where(isThis(id)).returning());

/**
 * Takes a booking out of the trash. Returns it, or nothing when it was not there. Throws the unique
 * violation of a slot that is taken.
 */
export const untrashBooking = (transaction: Transaction, id: string) =>
  first(
    transaction
      .update(bookings)
      .set({ deletedAt: null })
      .where(and(eq(bookings.id, id), isNotNull(bookings.deletedAt)))
      .returning(),
  );

const { mailbox, calendar_sequence, deleted_at, ...columns } = nameColumns(bookings);

/** Returns one page of the bookings within the span, the latest first. */
export function listBookings(db: Executor, { from, to, ...page }: BookingQuery) {
  const where = and(
    isNull(bookings.deletedAt),
    from === undefined ? undefined : gte(bookings.startsAt, new Date(from)),
    to === undefined ? undefined : lt(bookings.startsAt, new Date(to)),
  );
  return listByKey(db, { table: bookings, columns, newest: bookings.startsAt, where }, page);
}

/** Returns the bookings from this instant on that still stand, the next one first. */
export const listNextBookings = (db: Executor, from: Date, limit: number) =>
  db
    .select(columns)
    .from(bookings)
    .where(and(gte(bookings.startsAt, from), stands))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);

/** Sets the locks of mailboxes apart from others of their kind. */
const mailboxLocks = 4_712;

const toMailbox = (email: string) => mailboxOf(sql`${email}::text`);

/** Lets one transaction at a time book for a mailbox, until it ends. */
export async function lockMailbox(transaction: Transaction, email: string): Promise<void> {
  const mailbox = sql`hashtext(${toMailbox(email)})`;
  await transaction.execute(sql`select pg_advisory_xact_lock(${mailboxLocks}, ${mailbox})`);
}

/** Returns how many sessions of a mailbox begin later than `now` and are not cancelled. */
export const countSessionsToCome = (db: Executor, email: string, now: Date): Promise<number> =>
  db.$count(
    bookings,
    and(eq(bookings.mailbox, toMailbox(email)), gt(bookings.startsAt, now), stands),
  );

/** Returns the mailbox of an email, and whether an account has the email. */
export async function findMailbox(db: Executor, email: string) {
  const { rows } = await db.execute<{ mailbox: string; hasAccount: boolean }>(
    sql`select ${toMailbox(email)} as mailbox,
      exists (select from ${user} where ${user.email} = lower(${email})) as "hasAccount"`,
  );
  const [found] = rows;
  if (!found) throw new Error('A select without a table has answered nothing');
  return found;
}
