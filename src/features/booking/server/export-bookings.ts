import { type BookingSpan, bookingQuery } from '#features/booking/rules/booking.ts';
import { streamCsv } from '#platform/http/stream-csv.ts';
import { agreementHeadings, toAgreementCells } from '#rules/agreement.ts';
import { originHeadings, toOriginCells } from '#rules/origin.ts';
import { toPhoneCell } from '#rules/phone-number.ts';
import type { BookingDeps } from './booking-deps.ts';
import { listBookings } from './queries/list-bookings.ts';

/** Streams all bookings within the span as CSV, newest first. */
export const exportBookings = ({ db, now }: Pick<BookingDeps, 'db' | 'now'>, span: BookingSpan) =>
  streamCsv({
    headings: [
      'Session (UTC)',
      'Visitor’s zone',
      'Name',
      'Email',
      'Session type',
      'Meeting type',
      'Trading knowledge',
      'Notes',
      'Booked (UTC)',
      'Cancelled (UTC)',
      'How to join',
      'Paid (UTC)',
      'Payment reference',
      'Outcome',
      'Your note',
      'Booked by',
      'Reminders refused (UTC)',
      ...agreementHeadings,
      ...originHeadings,
      'Minutes',
      'Price',
      'Phone',
      'Held until (UTC)',
    ],
    readPage: (page) => listBookings(db, { ...bookingQuery.parse(span), ...page }, now()),
    toLine: (booking) => [
      booking.booking_date,
      booking.time_zone,
      booking.name,
      booking.email,
      booking.session_type,
      booking.meeting_type,
      booking.trading_knowledge,
      booking.notes,
      booking.created_at,
      booking.cancelled_at,
      booking.join_details,
      booking.paid_at,
      booking.payment_reference,
      booking.outcome,
      booking.mentor_note,
      booking.is_booked_by_mentor ? 'mentor' : 'visitor',
      booking.reminders_refused_at,
      ...toAgreementCells(booking),
      ...toOriginCells(booking),
      booking.session_minutes?.toString() ?? null,
      booking.session_price,
      toPhoneCell(booking.phone),
      booking.held_until,
    ],
  });
