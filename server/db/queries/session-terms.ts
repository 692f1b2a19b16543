import { isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';

interface Terms {
  title: string;
  minutes: number;
  price: string;
}

/** Returns whether the version before has left bookings without a length. */
export const hasBookingsWithoutTerms = async (transaction: Transaction): Promise<boolean> =>
  (await transaction.$count(bookings, isNull(bookings.sessionMinutes))) > 0;

/**
 * Gives bookings without a length that of the offer with their title, or an hour. One that would reach
 * into the next session ends where that begins: it was shorter when the next one was booked.
 */
export async function writeTerms(transaction: Transaction, offers: Terms[]): Promise<void> {
  // A session that is booked meanwhile could begin inside of one that is filled in.
  await transaction.execute(sql`lock table ${bookings} in share row exclusive mode`);
  await transaction.execute(sql`
    with offers as (
      select * from json_to_recordset(${JSON.stringify(offers)}::json)
        as offer (title text, minutes int, price text)
    ), terms as (
      select id, offers.price, least(coalesce(offers.minutes, 60), case
        when cancelled_at is null and deleted_at is null then (
          select extract(epoch from min(next.booking_date) - booking.booking_date)::int / 60
          from bookings as next
          where next.booking_date > booking.booking_date
            and next.cancelled_at is null and next.deleted_at is null
        ) end) as minutes
      from bookings as booking left join offers on offers.title = booking.session_type
      where session_minutes is null
    )
    update bookings set session_minutes = terms.minutes, session_price = terms.price
    from terms where bookings.id = terms.id`);
}
