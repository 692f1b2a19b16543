import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type BookingChange,
  exceptionKinds,
  meetingTypes,
  sessionOutcomes,
  tradingKnowledgeLevels,
  type UnreadEvent,
} from '#features/booking/rules/index.ts';
import {
  createdAt,
  deletedAt,
  id,
  instant,
  isDeleted,
  isKept,
  mailboxOf,
  oneOf,
  originColumns,
  phoneTailOf,
  version,
} from '../columns.ts';

/** The sessions, and what closes or opens times for them. */

export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    name: text('name').notNull(),
    /** Null only in bookings that the mentor made with a phone number alone: they get no mail. */
    email: text('email'),
    /** In E.164 (`+27825551234`). */
    phone: text('phone'),
    /** The title, length and price of the session when it was booked; later changes of the offers leave them alone. */
    sessionType: text('session_type').notNull(),
    /** Null only in rows of versions before 1.0: an hour. */
    sessionMinutes: integer('session_minutes'),
    sessionPrice: text('session_price'),
    startsAt: instant('booking_date').notNull(),
    meetingType: text('meeting_type').notNull(),
    tradingKnowledge: text('trading_knowledge').notNull(),
    notes: text('notes').notNull(),
    /** The visitor's own zone (IANA), where it is known. */
    timeZone: text('time_zone'),
    /** How often the booking was changed: its invitations count on it (SEQUENCE). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** A cancelled booking stays, for its mails and its visitor, and leaves its slot free. */
    cancelledAt: instant('cancelled_at'),
    /** Until when its payment is awaited; null once it is confirmed, as most are from the start. */
    heldUntil: instant('held_until'),
    /** How this one session is joined, a link or a number, in place of what its meeting type says. */
    joinDetails: text('join_details'),
    paidAt: instant('paid_at'),
    /** What the mentor finds the payment by. */
    paymentReference: text('payment_reference'),
    outcome: text('outcome', { enum: sessionOutcomes }),
    /** The mentor's own words; `notes` are the visitor's. */
    mentorNote: text('mentor_note'),
    /** What the mentor writes to the visitor about the latest change; the next change takes it away. */
    messageToVisitor: text('message_to_visitor'),
    /** Who moved or cancelled it, oldest first. */
    changes: jsonb('changes').$type<BookingChange[]>().notNull().default([]),
    /** When the visitor refused reminders, until they allow them again. */
    remindersRefusedAt: instant('reminders_refused_at'),
    /** Whether the mentor booked it for the client. */
    isBookedByMentor: boolean('is_booked_by_mentor').notNull().default(false),
    /** The version of the privacy text next to the form; null if unknown. */
    privacyVersion: integer('privacy_version'),
    /** The text of the box that was ticked. */
    agreedTo: text('agreed_to'),
    ...originColumns(),
    createdAt: createdAt(),
    version: version(),
    deletedAt: deletedAt(),
    /** What the limit of sessions to come counts by. */
    mailbox: text('mailbox').generatedAlwaysAs(mailboxOf(sql.raw('email'))),
  },
  (table) => [
    // No two sessions overlap: Drizzle cannot write the constraint, so its migration has it (bookings_no_overlap).
    index('bookings_booking_date_idx').on(table.startsAt, table.id).where(isKept),
    index('bookings_held_until_idx')
      .on(table.heldUntil)
      .where(sql`held_until is not null and cancelled_at is null and deleted_at is null`),
    index('bookings_created_at_idx').on(table.createdAt).where(isKept),
    index('bookings_email_idx').on(sql`lower(${table.email})`),
    index('bookings_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('bookings_join_details_length', sql`char_length(${table.joinDetails}) between 1 and 500`),
    check(
      'bookings_payment_reference_length',
      sql`char_length(${table.paymentReference}) between 1 and 200`,
    ),
    check('bookings_phone_length', sql`char_length(${table.phone}) between 1 and 60`),
    index('bookings_phone_tail_idx').on(phoneTailOf(sql`${table.phone}`)),
    check('bookings_outcome', sql`${table.outcome} in (${oneOf(sessionOutcomes)})`),
    check('bookings_mentor_note_length', sql`char_length(${table.mentorNote}) between 1 and 10000`),
    check(
      'bookings_message_to_visitor_length',
      sql`char_length(${table.messageToVisitor}) between 1 and 500`,
    ),
    index('bookings_mailbox_idx').on(table.mailbox, table.startsAt),
    check('bookings_agreed_to_length', sql`char_length(${table.agreedTo}) between 1 and 160`),
    check('bookings_name_length', sql`char_length(${table.name}) between 2 and 200`),
    check('bookings_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('bookings_email_form', sql`${table.email} like '%_@_%'`),
    check('bookings_session_type_length', sql`char_length(${table.sessionType}) between 1 and 120`),
    check('bookings_session_minutes', sql`${table.sessionMinutes} between 1 and 1440`),
    check(
      'bookings_session_price_length',
      sql`char_length(${table.sessionPrice}) between 1 and 60`,
    ),
    check('bookings_notes_length', sql`char_length(${table.notes}) <= 20000`),
    check('bookings_time_zone_length', sql`char_length(${table.timeZone}) between 1 and 60`),
    check('bookings_calendar_sequence', sql`${table.calendarSequence} >= 0`),
    check(
      'bookings_booking_date_whole_minute',
      sql`date_trunc('minute', ${table.startsAt}) = ${table.startsAt}`,
    ),
    check('bookings_meeting_type', sql`${table.meetingType} in (${oneOf(meetingTypes)})`),
    check(
      'bookings_trading_knowledge',
      sql`${table.tradingKnowledge} in (${oneOf(tradingKnowledgeLevels)})`,
    ),
  ],
);

/** When the opening hours do not hold: `off` closes the slots inside it, `extra` opens whole hours. */
export const availabilityExceptions = pgTable(
  'availability_exceptions',
  {
    id: id(),
    kind: text('kind', { enum: exceptionKinds }).notNull(),
    startsAt: instant('starts_at').notNull(),
    /** The first instant after it. */
    endsAt: instant('ends_at').notNull(),
    note: text('note'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    index('availability_exceptions_ends_at_idx').on(table.endsAt, table.id),
    check('availability_exceptions_kind', sql`${table.kind} in (${oneOf(exceptionKinds)})`),
    check('availability_exceptions_span', sql`${table.startsAt} < ${table.endsAt}`),
    check('availability_exceptions_note_length', sql`char_length(${table.note}) between 1 and 200`),
  ],
);

/** Calendars of the mentor's own: what is in them closes slots. */
export const busyCalendars = pgTable('busy_calendars', {
  id: id(),
  name: text('name').notNull(),
  /** Its secret address, encrypted with the secret of the site. */
  encryptedUrl: text('encrypted_url').notNull(),
  createdAt: createdAt(),
  /** When it was last read well. */
  readAt: instant('read_at'),
  /** What was wrong with the last try, in words for the mentor; null when it went well. */
  lastError: text('last_error'),
  /** What the last good reading could not read. */
  unreadEvents: jsonb('unread_events').$type<UnreadEvent[]>().notNull().default([]),
});

/** What was last read of them. */
export const busyTimes = pgTable(
  'busy_times',
  {
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => busyCalendars.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.startsAt, table.endsAt] }),
    index('busy_times_ends_at_idx').on(table.endsAt),
    check('busy_times_span', sql`${table.startsAt} < ${table.endsAt}`),
  ],
);
