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
      'Test money',
    ],
    readPage: (page) => listBookings(db, { ...bookingQuery.parse(span), ...page }, now()),
    toLine: (booking) => [
      booking.startsAt,
      booking.timeZone,
      booking.name,
      booking.email,
      booking.sessionType,
      booking.meetingType,
      booking.tradingKnowledge,
      booking.notes,
      booking.createdAt,
      booking.cancelledAt,
      booking.joinDetails,
      booking.paidAt,
      booking.paymentReference,
      booking.outcome,
      booking.mentorNote,
      booking.isBookedByMentor ? 'mentor' : 'visitor',
      booking.remindersRefusedAt,
      ...toAgreementCells(booking),
      ...toOriginCells(booking),
      booking.sessionMinutes?.toString() ?? null,
      booking.sessionPrice,
      toPhoneCell(booking.phone),
      booking.heldUntil,
      booking.isTest ? 'yes' : 'no',
    ],
  });
