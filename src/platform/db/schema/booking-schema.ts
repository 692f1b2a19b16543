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
import { exceptionKinds } from '#features/availability/rules/index.ts';
import {
  type BookingChange,
  sessionOutcomes,
  tradingKnowledgeLevels,
} from '#features/booking/rules/index.ts';
import type { UnreadEvent } from '#features/calendars/rules/index.ts';
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
} from '#platform/db/columns.ts';
import { meetingTypes } from '#rules/meeting-types.ts';
import { entitlements } from './library-schema.ts';

/* Sessions, and exceptions to the opening hours. */

export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    name: text('name').notNull(),
    /**
     * Null only for bookings that the mentor added with just a phone number: they get no emails.
     */
    email: text('email'),
    /** In E.164 (`+27825551234`). */
    phone: text('phone'),
    /**
     * The title, length and price at the time of booking; later changes of the offers do not affect
     * them.
     */
    sessionType: text('session_type').notNull(),
    /** Null for bookings from before session types had ids. */
    sessionTypeId: text('session_type_id'),
    /** Null only in rows from before version 1.0: an hour. */
    sessionMinutes: integer('session_minutes'),
    sessionPrice: text('session_price'),
    startsAt: instant('booking_date').notNull(),
    meetingType: text('meeting_type').notNull(),
    tradingKnowledge: text('trading_knowledge').notNull(),
    notes: text('notes').notNull(),
    /** The visitor's time zone (IANA), if known. */
    timeZone: text('time_zone'),
    /** The number of changes, which invitations use (SEQUENCE). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** A cancelled booking stays for its emails and its visitor, but frees its slot. */
    cancelledAt: instant('cancelled_at'),
    /** Until when its payment is awaited; null once it is confirmed, as most are from the start. */
    heldUntil: instant('held_until'),
    /** How this one session is joined, a link or a number, in place of what its meeting type says. */
    joinDetails: text('join_details'),
    paidAt: instant('paid_at'),
    /** The reference by which the mentor finds the payment. */
    paymentReference: text('payment_reference'),
    /** What its session is taken from, if it belongs to a package. */
    entitlementId: uuid('entitlement_id').references(() => entitlements.id, {
      onDelete: 'set null',
    }),
    /** When its session was given back; it can be booked again. */
    returnedAt: instant('returned_at'),
    outcome: text('outcome', { enum: sessionOutcomes }),
    /** The mentor's private note; `notes` are the visitor's. */
    mentorNote: text('mentor_note'),
    /** The mentor's message to the visitor about the latest change; the next change clears it. */
    messageToVisitor: text('message_to_visitor'),
    /** Who moved or cancelled it, oldest first. */
    changes: jsonb('changes').$type<BookingChange[]>().notNull().default([]),
    /** When the visitor turned off reminders; null if they are on. */
    remindersRefusedAt: instant('reminders_refused_at'),
    /** Whether the mentor added it for the client. */
    isBookedByMentor: boolean('is_booked_by_mentor').notNull().default(false),
    /** The version of the privacy text shown with the form; null if unknown. */
    privacyVersion: integer('privacy_version'),
    /** The text of the ticked box, if any. */
    agreedTo: text('agreed_to'),
    ...originColumns(),
    createdAt: createdAt(),
    version: version(),
    deletedAt: deletedAt(),
    /** The mailbox by which upcoming sessions are limited. */
    mailbox: text('mailbox').generatedAlwaysAs(mailboxOf(sql.raw('email'))),
  },
  (table) => [
    // No two sessions overlap. Drizzle cannot express the constraint, so a migration adds it
    // (bookings_no_overlap).
    index('bookings_booking_date_idx').on(table.startsAt, table.id).where(isKept),
    index('bookings_held_until_idx')
      .on(table.heldUntil)
      .where(sql`held_until is not null and cancelled_at is null and deleted_at is null`),
    index('bookings_entitlement_id_idx').on(table.entitlementId),
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

/** Exceptions to the opening hours: `off` closes the slots inside it, `extra` opens full hours. */
export const availabilityExceptions = pgTable(
  'availability_exceptions',
  {
    id: id(),
    kind: text('kind', { enum: exceptionKinds }).notNull(),
    startsAt: instant('starts_at').notNull(),
    /** Exclusive. */
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

/** The mentor's connected calendars, whose events close slots. */
export const busyCalendars = pgTable('busy_calendars', {
  id: id(),
  name: text('name').notNull(),
  /** The secret address, encrypted with the site's secret. */
  encryptedUrl: text('encrypted_url').notNull(),
  createdAt: createdAt(),
  /** When it was last read successfully. */
  readAt: instant('read_at'),
  /** Why the last reading failed, in words for the mentor; null if it succeeded. */
  lastError: text('last_error'),
  /** The events that the last successful reading could not read. */
  unreadEvents: jsonb('unread_events').$type<UnreadEvent[]>().notNull().default([]),
});

/** The busy times from the last reading. */
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
