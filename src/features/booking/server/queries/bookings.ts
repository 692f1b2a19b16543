import { and, asc, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { type Booking, isLive, isThis } from '#features/availability/server/index.ts';
import { mailboxOf } from '#platform/db/columns.ts';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { findDatabaseError } from '#platform/db/find-database-error.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { AppError } from '#platform/errors/errors.ts';

type NewBooking = Omit<typeof bookings.$inferInsert, 'calendarSequence' | 'cancelledAt'> & {
  id: string;
};

/**
 * Inserts a booking unless its id or time is taken, after waiting for a concurrent one. Returns the
 * row, or undefined.
 */
export const insertBooking = (db: Executor, booking: NewBooking) =>
  first(db.insert(bookings).values(booking).onConflictDoNothing().returning());

/** Returns whether a booking has this id, even in the trash: ids are never reused. */
export const isBookingIdTaken = async (db: Executor, id: string): Promise<boolean> =>
  (await db.$count(bookings, eq(bookings.id, id))) > 0;

/**
 * Returns the booking with this id, locked until the transaction ends; with `share` others may read
 * and share it.
 */
export const findLockedBooking = (transaction: Transaction, id: string, lock: 'update' | 'share') =>
  first(transaction.select().from(bookings).where(isThis(id)).for(lock));

const nextVersion = sql`${bookings.version} + 1`;

/** The columns that calendar entries contain. */
type CalendarChange = Partial<
  Pick<
    Booking,
    | 'startsAt'
    | 'cancelledAt'
    | 'returnedAt'
    | 'changes'
    | 'outcome'
    | 'joinDetails'
    | 'messageToVisitor'
  >
>;

/** 409: no session of the package can be booked. */
export const packageClosed = (userMessage: string) =>
  new AppError(409, 'package-closed', userMessage);

const noSessionLeft =
  'No session of its package is left. Cancel another one of it first, or give the client more sessions.';

/** An exclusion violation, or the deadlock between two moves to the same time. */
const overlaps = /^(?:23P01|40P01)$/;

/**
 * Changes the time of a booking. Returns undefined and changes nothing if another session overlaps
 * it. Throws `package-closed` (409) if its package has no session for it.
 */
export async function unlessTaken<Result>(
  transaction: Transaction,
  change: (savepoint: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await transaction.transaction(change);
  } catch (error) {
    const { code = '', constraint } = findDatabaseError(error) ?? {};
    if (overlaps.test(code)) return undefined;
    if (constraint === 'bookings_session_left') throw packageClosed(noSessionLeft);
    throw error;
  }
}

/**
 * Changes the calendar data of a live booking. Clears the mentor's previous message unless it is
 * given again. Run a change of the time within `unlessTaken`.
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

/** Changes data of a booking that calendar entries do not contain. */
export const editBookingRow = (
  transaction: Transaction,
  id: string,
  edit: Partial<
    Pick<
      Booking,
      | 'paidAt'
      | 'paymentReference'
      | 'heldUntil'
      | 'outcome'
      | 'mentorNote'
      | 'joinDetails'
      | 'returnedAt'
    >
  >,
) =>
  transaction
    .update(bookings)
    .set({ ...edit, version: nextVersion })
    .where(eq(bookings.id, id));

/** Returns the booking of a package that was made last, or this one of it. */
export const findLastOfPackage = (db: Executor, entitlementId: string, id?: string) =>
  first(
    db
      .select()
      .from(bookings)
      .where(and(eq(bookings.entitlementId, entitlementId), id ? eq(bookings.id, id) : undefined))
      .orderBy(desc(bookings.createdAt), desc(bookings.id))
      .limit(1),
  );

/** Takes a booking from a package, unless it was before. */
export const spendSession = (transaction: Transaction, id: string, entitlementId: string) =>
  transaction
    .update(bookings)
    .set({ entitlementId, version: nextVersion })
    .where(and(eq(bookings.id, id), isNull(bookings.entitlementId), isLive));

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
 * Turns the reminders of a booking off or on, also in the trash, from which it may be restored. A
 * repeat changes nothing. Waits for a reminder that is being sent.
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

/** Moves a booking to the trash, which frees its slot. Returns it, or undefined. */
export const trashBooking = (transaction: Transaction, id: string, deletedAt: Date) =>
  first(transaction.update(bookings).set({ deletedAt }).where(isThis(id)).returning());

const isInTrash = (id: string) => and(eq(bookings.id, id), isNotNull(bookings.deletedAt));

/** Returns the booking with this id from the trash, locked until the transaction ends. */
export const findTrashedBooking = (transaction: Transaction, id: string) =>
  first(transaction.select().from(bookings).where(isInTrash(id)).for('update'));

/**
 * Restores a booking from the trash. Run it within `unlessTaken`, because its time may be taken.
 */
export const untrashBooking = (transaction: Transaction, id: string) =>
  transaction.update(bookings).set({ deletedAt: null }).where(isInTrash(id));

/** Returns the time zone of the latest booking with this email (in any case) that has one. */
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

/** Lists the live bookings after `now`, locked until the transaction ends. */
export const lockUpcomingBookings = (transaction: Transaction, now: Date): Promise<Booking[]> =>
  transaction
    .select()
    .from(bookings)
    .where(and(gt(bookings.startsAt, now), isLive))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .for('share');

/** The key space of the advisory locks on mailboxes. */
const mailboxLocks = 4_712;

const toMailbox = (email: string) => mailboxOf(sql`${email}::text`);

/** Allows only one transaction at a time to book for a mailbox. */
export async function lockMailbox(transaction: Transaction, email: string): Promise<void> {
  const mailbox = sql`hashtext(${toMailbox(email)})`;
  await transaction.execute(sql`select pg_advisory_xact_lock(${mailboxLocks}, ${mailbox})`);
}

/** Returns how many live sessions of a mailbox start after `now`. */
export const countUpcomingSessions = (db: Executor, email: string, now: Date): Promise<number> =>
  db.$count(
    bookings,
    and(eq(bookings.mailbox, toMailbox(email)), gt(bookings.startsAt, now), isLive),
  );
