import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { BookingQuery, BookingView } from '#features/booking/rules/booking.ts';
import type { Span } from '#features/booking/rules/slots.ts';
import { toSearchTerms } from '#features/leads/rules/index.ts';
import { mailboxOf } from '#platform/db/columns.ts';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { findDatabaseError } from '#platform/db/find-database-error.ts';
import { listByKey, nameColumns } from '#platform/db/keyset.ts';
import { bookings } from '#platform/db/schema/schema.ts';

export type Booking = typeof bookings.$inferSelect;
type NewBooking = Omit<typeof bookings.$inferInsert, 'calendarSequence' | 'cancelledAt'> & {
  id: string;
};

/** Inserts a booking unless its id or a part of its time is taken, and waits for a rival. Returns the row, or nothing. */
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

const nextVersion = sql`${bookings.version} + 1`;

/** A cancelled booking stays, for its mails and its visitor, and leaves its slot free. */
const isLive = and(isNull(bookings.cancelledAt), isNull(bookings.deletedAt));

/** Lists the bookings that take place and start within the span, except one, in order. */
export const listLiveBookings = (db: Executor, { from, to }: Span, exceptId?: string) =>
  db
    .select()
    .from(bookings)
    .where(
      and(
        gte(bookings.startsAt, from),
        lt(bookings.startsAt, to),
        isLive,
        exceptId === undefined ? undefined : ne(bookings.id, exceptId),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

/** The changes that calendars are told about. */
type CalendarChange = Partial<
  Pick<
    Booking,
    'startsAt' | 'cancelledAt' | 'changes' | 'outcome' | 'joinDetails' | 'messageToVisitor'
  >
>;

/** An exclusion violation, and the deadlock in which two moves to the same time may meet. */
const overlaps = /^(?:23P01|40P01)$/;

/**
 * Changes the time of a booking. Returns nothing, and changes nothing, if another session overlaps it.
 */
export async function unlessTaken<Result>(
  transaction: Transaction,
  change: (savepoint: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await transaction.transaction(change);
  } catch (error) {
    if (overlaps.test(findDatabaseError(error)?.code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Changes what calendars know of a live booking. What the mentor wrote about the change before goes,
 * unless it is given again. A change of its time belongs into `unlessTaken`.
 */
export async function updateBooking(
  transaction: Transaction,
  id: string,
  change: CalendarChange,
): Promise<Booking> {
  const calendarSequence = sql`${bookings.calendarSequence} + 1`;
  const updated = await first(
    transaction
      .update(bookings)
      .set({ messageToVisitor: null, ...change, calendarSequence, version: nextVersion })
      .where(and(eq(bookings.id, id), isLive))
      .returning(),
  );
  if (!updated) throw new Error('There is no such live booking');
  return updated;
}

/** Changes what no calendar knows of a booking. */
export const editBookingRow = (
  transaction: Transaction,
  id: string,
  edit: Partial<
    Pick<
      Booking,
      'paidAt' | 'paymentReference' | 'heldUntil' | 'outcome' | 'mentorNote' | 'joinDetails'
    >
  >,
) =>
  transaction
    .update(bookings)
    .set({ ...edit, version: nextVersion })
    .where(eq(bookings.id, id));

/** Notes that a booking is not paid after all. It stays confirmed. */
export const markBookingUnpaid = (transaction: Transaction, id: string) =>
  editBookingRow(transaction, id, { paidAt: null, paymentReference: null });

/** Lists the bookings whose hold is over and not released yet, the longest over first. */
export async function listEndedHolds(db: Executor, now: Date): Promise<string[]> {
  const ended = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(lte(bookings.heldUntil, now), isLive))
    .orderBy(asc(bookings.heldUntil), asc(bookings.id));
  return ended.map(({ id }) => id);
}

/**
 * Notes that the visitor wants no reminders of a booking, or wants them again, be it in the trash, from
 * which it may come back. A repeat changes nothing. Waits for a reminder that is being sent.
 */
export async function setRemindersRefused(
  db: Executor,
  id: string,
  refusedAt: Date | null,
): Promise<void> {
  const { remindersRefusedAt: before } = bookings;
  const isOtherwise = refusedAt ? isNull(before) : isNotNull(before);
  await db
    .update(bookings)
    .set({ remindersRefusedAt: refusedAt, version: nextVersion })
    .where(and(eq(bookings.id, id), isOtherwise));
}

/** Puts a booking into the trash, which leaves its slot free. Returns it, or nothing when there is none. */
export const trashBooking = (transaction: Transaction, id: string, deletedAt: Date) =>
  first(transaction.update(bookings).set({ deletedAt }).where(isThis(id)).returning());

const isInTrash = (id: string) => and(eq(bookings.id, id), isNotNull(bookings.deletedAt));

/** Returns the booking with this id in the trash, locked until the transaction ends. */
export const findTrashedBooking = (transaction: Transaction, id: string) =>
  first(transaction.select().from(bookings).where(isInTrash(id)).for('update'));

/** Takes a booking out of the trash; within `unlessTaken`, as its time may be another's. */
export const untrashBooking = (transaction: Transaction, id: string) =>
  transaction.update(bookings).set({ deletedAt: null }).where(isInTrash(id));

const { mailbox, calendar_sequence, deleted_at, changes, ...columns } = nameColumns(bookings);

/** Returns the booking with this id as the admin reads it; nothing when it is deleted. */
export const readBooking = (db: Executor, id: string) =>
  first(
    db
      .select(columns)
      .from(bookings)
      .where(and(eq(bookings.id, id), isNull(bookings.deletedAt))),
  );

/** What a search reads: the last part lets a phone number in the note be found however it is written. */
const searched = sql`lower(concat_ws(' ', ${bookings.name}, ${bookings.email}, ${bookings.phone}, ${bookings.mentorNote},
  regexp_replace(${bookings.mentorNote}, '[^0-9]', '', 'g')))`;

/** Rows of versions before 1.0 have no length; most sessions last an hour. */
const endsAt = sql`${bookings.startsAt} + coalesce(${bookings.sessionMinutes}, 60) * interval '1 minute'`;

function isIn(view: BookingView | undefined, now: Date): SQL | undefined {
  const instant = now.toISOString();
  switch (view) {
    case 'upcoming':
      // The first condition is for the index: no session lasts longer than a day.
      return and(
        sql`${bookings.startsAt} > ${instant}::timestamptz - interval '1 day'`,
        sql`${endsAt} > ${instant}::timestamptz`,
        isNull(bookings.cancelledAt),
      );
    case 'past':
      return and(sql`${endsAt} <= ${instant}::timestamptz`, isNull(bookings.cancelledAt));
    case 'cancelled':
      return isNotNull(bookings.cancelledAt);
    default:
      return undefined;
  }
}

/** Returns one page of the bookings that match. Upcoming ones start with the next, all others with the latest. */
export function listBookings(
  db: Executor,
  { from, to, show, search, ...page }: BookingQuery,
  now: Date,
) {
  const where = and(
    isNull(bookings.deletedAt),
    from === undefined ? undefined : gte(bookings.startsAt, new Date(from)),
    to === undefined ? undefined : lt(bookings.startsAt, new Date(to)),
    isIn(show, now),
    ...toSearchTerms(search).map((term) => sql`position(${term} in ${searched}) > 0`),
  );
  const isAscending = show === 'upcoming';
  return listByKey(
    db,
    { table: bookings, columns, newest: bookings.startsAt, isAscending, where },
    page,
  );
}

/** Returns the zone of the latest booking with this email (in any case) that has one. */
export async function findTimeZoneOf(db: Executor, email: string): Promise<string | null> {
  const found = await first(
    db
      .select({ timeZone: bookings.timeZone })
      .from(bookings)
      .where(
        and(
          eq(sql`lower(${bookings.email})`, email.toLowerCase()),
          isNotNull(bookings.timeZone),
          isNull(bookings.deletedAt),
        ),
      )
      .orderBy(desc(bookings.startsAt))
      .limit(1),
  );
  return found?.timeZone ?? null;
}

/** Lists the bookings that take place from this instant on, the next one first. */
export const listBookingsFrom = (
  db: Executor,
  from: Date,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Booking[]> =>
  db
    .select()
    .from(bookings)
    .where(and(gte(bookings.startsAt, from), isLive))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);

/** Lists the bookings that take place after `now`, locked against changes until the transaction ends. */
export const listLockedBookingsToCome = (transaction: Transaction, now: Date): Promise<Booking[]> =>
  transaction
    .select()
    .from(bookings)
    .where(and(gt(bookings.startsAt, now), isLive))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .for('share');

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
    and(eq(bookings.mailbox, toMailbox(email)), gt(bookings.startsAt, now), isLive),
  );
