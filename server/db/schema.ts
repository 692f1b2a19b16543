import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { exceptionKinds } from '#domain/availability-exception.ts';
import { meetingTypes, tradingKnowledgeLevels } from '#domain/booking.ts';
import { sessionOutcomes } from '#domain/booking-outcome.ts';
import { leadStates } from '#domain/lead-state.ts';
import {
  createdAt,
  deletedAt,
  id,
  instant,
  mailboxOf,
  oneOf,
  position,
  publishedAt,
  version,
} from './columns.ts';

/**
 * Every table of the site but those of its accounts (account-schema.ts). Instants are
 * `timestamptz`, days that belong to no zone are `date`. Each ordering that a list uses has an
 * index that ends in the id, so that pages by key are exact. Indexes ascend: read backwards they
 * give `desc`, which Drizzle's own `.desc()` does not (it adds NULLS LAST). What was deleted lies in
 * the trash (`deleted_at`) until it is swept: no list, count or page but the trash sees it.
 */

/** queued: to be sent. sent: taken by the mail server. failed: given up. cancelled: its lead was deleted first. */
const mailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const;

const isKept = sql.raw('deleted_at is null');
const isDeleted = sql.raw('deleted_at is not null');

export const leads = pgTable(
  'leads',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    source: text('source').notNull(),
    message: text('message'),
    createdAt: createdAt(),
    state: text('state', { enum: leadStates }).notNull().default('new'),
    /** The mentor's own words. */
    note: text('note'),
    version: version(),
    deletedAt: deletedAt(),
    /** The group that the admin shows it in; the rule of `domain/lead-group.ts`. */
    category: text('category')
      .notNull()
      .generatedAlwaysAs(
        sql`case when source like 'Course%' then 'course' when source like 'Blueprint%' then 'blueprint' when source like 'Contact%' then 'contact' else 'other' end`,
      ),
    /** All that a search looks at, in lower case; a phone number with its digits alone as well. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(name || ' ' || email || ' ' || coalesce(phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'), '') || ' ' || coalesce(message, ''))`,
      ),
  },
  (table) => [
    index('leads_category_created_at_idx')
      .on(table.category, table.createdAt, table.id)
      .where(isKept),
    index('leads_category_state_created_at_idx')
      .on(table.category, table.state, table.createdAt, table.id)
      .where(isKept),
    index('leads_state_created_at_idx').on(table.state, table.createdAt, table.id).where(isKept),
    index('leads_search_text_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    index('leads_created_at_idx').on(table.createdAt, table.id).where(isKept),
    index('leads_email_idx').on(sql`lower(${table.email})`),
    index('leads_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('leads_state', sql`${table.state} in (${oneOf(leadStates)})`),
    check('leads_note_length', sql`char_length(${table.note}) between 1 and 10000`),
    check('leads_name_length', sql`char_length(${table.name}) between 2 and 200`),
    check('leads_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('leads_email_form', sql`${table.email} like '%_@_%'`),
    check('leads_phone_length', sql`char_length(${table.phone}) between 1 and 60`),
    check('leads_source_length', sql`char_length(${table.source}) between 1 and 120`),
    check('leads_message_length', sql`char_length(${table.message}) between 1 and 10000`),
  ],
);

/**
 * How many leads each group has in each state. A trigger keeps it, and the next one: the admin need
 * not count.
 */
export const leadTotals = pgTable(
  'lead_totals',
  {
    category: text('category').notNull(),
    state: text('state', { enum: leadStates }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.category, table.state] })],
);

/** How many leads came in an hour (UTC). */
export const leadsByHour = pgTable('leads_by_hour', {
  hour: instant('hour').primaryKey(),
  count: integer('count').notNull(),
});

export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    sessionType: text('session_type').notNull(),
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
    /** The mentor has booked it for somebody. */
    isBookedByMentor: boolean('is_booked_by_mentor').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
    deletedAt: deletedAt(),
    /** What the limit of sessions to come counts by. */
    mailbox: text('mailbox')
      .notNull()
      .generatedAlwaysAs(mailboxOf(sql.raw('email'))),
  },
  (table) => [
    // The rule that no hour is sold twice.
    uniqueIndex('bookings_booking_date_unique')
      .on(table.startsAt)
      .where(sql`${table.cancelledAt} is null and ${isKept}`),
    index('bookings_booking_date_idx').on(table.startsAt, table.id).where(isKept),
    index('bookings_created_at_idx').on(table.createdAt).where(isKept),
    index('bookings_email_idx').on(sql`lower(${table.email})`),
    index('bookings_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('bookings_join_details_length', sql`char_length(${table.joinDetails}) between 1 and 500`),
    check(
      'bookings_payment_reference_length',
      sql`char_length(${table.paymentReference}) between 1 and 200`,
    ),
    check('bookings_outcome', sql`${table.outcome} in (${oneOf(sessionOutcomes)})`),
    check('bookings_mentor_note_length', sql`char_length(${table.mentorNote}) between 1 and 10000`),
    check(
      'bookings_message_to_visitor_length',
      sql`char_length(${table.messageToVisitor}) between 1 and 500`,
    ),
    index('bookings_mailbox_idx').on(table.mailbox, table.startsAt),
    check('bookings_name_length', sql`char_length(${table.name}) between 2 and 200`),
    check('bookings_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('bookings_email_form', sql`${table.email} like '%_@_%'`),
    check('bookings_session_type_length', sql`char_length(${table.sessionType}) between 1 and 120`),
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

export const events = pgTable(
  'events',
  {
    id: id(),
    title: text('title').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    time: time('time'),
    location: text('location'),
    description: text('description'),
    createdAt: createdAt(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('events_date_idx').on(table.date, table.id).where(isKept),
    index('events_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('events_title_length', sql`char_length(${table.title}) between 1 and 300`),
  ],
);

export const courses = pgTable(
  'courses',
  {
    id: id(),
    title: text('title').notNull(),
    price: text('price').notNull(),
    description: text('description'),
    features: text('features').array().notNull().default([]),
    createdAt: createdAt(),
    position: position(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('courses_position_idx').on(table.position, table.id).where(isKept),
    index('courses_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('courses_title_length', sql`char_length(${table.title}) between 1 and 300`),
    check('courses_price_length', sql`char_length(${table.price}) between 1 and 60`),
    check('courses_features_not_blank', sql`array_position(${table.features}, '') is null`),
  ],
);

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: id(),
    title: text('title').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    content: text('content').notNull().default(''),
    image: text('image'),
    excerpt: text('excerpt').notNull().default(''),
    /** What the picture shows, for those who cannot see it. */
    imageAlt: text('image_alt'),
    createdAt: createdAt(),
    publishedAt: publishedAt(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('blog_posts_date_idx').on(table.date, table.id).where(isKept),
    index('blog_posts_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('blog_posts_image_alt_length', sql`char_length(${table.imageAlt}) between 1 and 300`),
    check('blog_posts_title_length', sql`char_length(${table.title}) between 1 and 300`),
    check('blog_posts_image_not_blank', sql`${table.image} <> ''`),
    check('blog_posts_excerpt_length', sql`char_length(${table.excerpt}) <= 200`),
  ],
);

export const testimonials = pgTable(
  'testimonials',
  {
    id: id(),
    imageUrl: text('image_url').notNull(),
    /** What the picture shows, for those who cannot see it. */
    alt: text('alt'),
    createdAt: createdAt(),
    publishedAt: publishedAt(),
    position: position(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('testimonials_position_idx').on(table.position, table.id).where(isKept),
    index('testimonials_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('testimonials_alt_length', sql`char_length(${table.alt}) between 1 and 300`),
    check('testimonials_image_url_not_blank', sql`${table.imageUrl} <> ''`),
  ],
);

export const videos = pgTable(
  'videos',
  {
    id: id(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull(),
    videoUrl: text('video_url').notNull(),
    createdAt: createdAt(),
    publishedAt: publishedAt(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('videos_created_at_idx').on(table.createdAt, table.id).where(isKept),
    index('videos_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('videos_title_length', sql`char_length(${table.title}) between 1 and 300`),
    check('videos_subtitle_length', sql`char_length(${table.subtitle}) between 1 and 500`),
    check('videos_video_url_not_blank', sql`${table.videoUrl} <> ''`),
  ],
);

export const freebies = pgTable(
  'freebies',
  {
    id: id(),
    title: text('title').notNull(),
    fileUrl: text('file_url').notNull(),
    createdAt: createdAt(),
    publishedAt: publishedAt(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('freebies_created_at_idx').on(table.createdAt, table.id).where(isKept),
    index('freebies_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('freebies_title_length', sql`char_length(${table.title}) between 1 and 300`),
    check('freebies_file_url_not_blank', sql`${table.fileUrl} <> ''`),
  ],
);

/**
 * The outbox: every mail of the site, by a key that never changes (`lead:<id>:notice`). The row is
 * made in the transaction that causes the mail and locked while it is sent: no two workers send one
 * mail twice. It refers to nothing, so that it outlives its lead.
 */
export const mailDeliveries = pgTable(
  'mail_deliveries',
  {
    key: text('key').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    status: text('status', { enum: mailStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** The job of a mail that was given up, so that it can be sent again. Ids alone, no words. */
    payload: jsonb('payload'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mail_deliveries_status_created_at_idx').on(table.status, table.createdAt),
    check('mail_deliveries_status', sql`${table.status} in (${oneOf(mailStatuses)})`),
    check(
      'mail_deliveries_sent_at',
      sql`(${table.status} = 'sent') = (${table.sentAt} is not null)`,
    ),
  ],
);

/** Counters of the rate limits. rate-limiter-flexible inserts without naming columns: their order is its own. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since the epoch; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});

/** What all processes on one database must agree on: one value a key. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** What the mentor has saved of a section of the settings, newest last; the newest one stands. */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    section: text('section').notNull(),
    version: integer('version').notNull(),
    /** Null: as the site came. */
    value: jsonb('value'),
    savedAt: instant('saved_at').notNull().defaultNow(),
    /** The email of the account that saved it. */
    savedBy: text('saved_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.section, table.version] })],
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
