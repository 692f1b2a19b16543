import { and, eq, getTableColumns, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { BookingQuery, BookingView } from '#features/booking/rules/booking.ts';
import { type Executor, first } from '#platform/db/executor.ts';
import { listByKey } from '#platform/db/keyset.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { toSearchTerms } from '#rules/search-terms.ts';
import { isTest } from './is-test.ts';

const { mailbox, calendarSequence, deletedAt, changes, ...stored } = getTableColumns(bookings);

const columns = { ...stored, isTest: isTest.as('is_test') };

export type ListedBooking = Pick<typeof bookings.$inferSelect, keyof typeof stored> & {
  isTest: boolean;
};

/** Returns the booking with this id for the admin; undefined if it is deleted. */
export const readBooking = (db: Executor, id: string) =>
  first(
    db
      .select(columns)
      .from(bookings)
      .where(and(eq(bookings.id, id), isNull(bookings.deletedAt))),
  );

/** The searched text. The last part finds phone numbers in the note in any format. */
const searched = sql`lower(concat_ws(' ', ${bookings.name}, ${bookings.email}, ${bookings.phone}, ${bookings.mentorNote},
  regexp_replace(${bookings.mentorNote}, '[^0-9]', '', 'g')))`;

/** Rows from before version 1.0 have no length; most sessions last an hour. */
const endsAt = sql`${bookings.startsAt} + coalesce(${bookings.sessionMinutes}, 60) * interval '1 minute'`;

function isIn(view: BookingView | undefined, now: Date): SQL | undefined {
  const instant = now.toISOString();
  switch (view) {
    case 'upcoming':
      // The first condition uses the index: no session lasts longer than a day.
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

/**
 * Returns one page of the matching bookings. Upcoming ones start with the next, all others with the
 * latest.
 */
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
