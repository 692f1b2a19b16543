import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  time,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { meetingTypes, tradingKnowledgeLevels } from '#domain/booking.ts';
import { createdAt, id, instant, mailboxOf, oneOf } from './columns.ts';

/**
 * Every table of the site but those of its accounts (account-schema.ts). Instants are
 * `timestamptz`, days that belong to no zone are `date`. Each ordering that a list uses has an
 * index that ends in the id, so that pages by key are exact. Indexes ascend: read backwards they
 * give `desc`, which Drizzle's own `.desc()` does not (it adds NULLS LAST).
 */

/** queued: to be sent. sent: taken by the mail server. failed: given up. cancelled: its lead was deleted first. */
const mailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const;

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
    index('leads_category_created_at_idx').on(table.category, table.createdAt, table.id),
    index('leads_search_text_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    index('leads_created_at_idx').on(table.createdAt, table.id),
    check('leads_name_length', sql`char_length(${table.name}) between 2 and 200`),
    check('leads_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('leads_email_form', sql`${table.email} like '%_@_%'`),
    check('leads_phone_length', sql`char_length(${table.phone}) between 1 and 60`),
    check('leads_source_length', sql`char_length(${table.source}) between 1 and 120`),
    check('leads_message_length', sql`char_length(${table.message}) between 1 and 10000`),
  ],
);

/** How many leads each group has. A trigger keeps it, and the next one: the admin need not count. */
export const leadTotals = pgTable('lead_totals', {
  category: text('category').primaryKey(),
  count: integer('count').notNull(),
});

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
    createdAt: createdAt(),
    /** What the limit of sessions to come counts by. */
    mailbox: text('mailbox')
      .notNull()
      .generatedAlwaysAs(mailboxOf(sql.raw('email'))),
  },
  (table) => [
    // The rule that no hour is sold twice.
    uniqueIndex('bookings_booking_date_unique')
      .on(table.startsAt)
      .where(sql`${table.cancelledAt} is null`),
    index('bookings_booking_date_idx').on(table.startsAt, table.id),
    index('bookings_created_at_idx').on(table.createdAt),
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
  },
  (table) => [
    index('events_date_idx').on(table.date, table.id),
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
  },
  (table) => [
    index('courses_created_at_idx').on(table.createdAt, table.id),
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
    createdAt: createdAt(),
  },
  (table) => [
    index('blog_posts_date_idx').on(table.date, table.id),
    check('blog_posts_title_length', sql`char_length(${table.title}) between 1 and 300`),
    check('blog_posts_image_not_blank', sql`${table.image} <> ''`),
    check('blog_posts_excerpt_length', sql`char_length(${table.excerpt}) <= 200`),
  ],
);

export const testimonials = pgTable(
  'testimonials',
  { id: id(), imageUrl: text('image_url').notNull(), createdAt: createdAt() },
  (table) => [
    index('testimonials_created_at_idx').on(table.createdAt, table.id),
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
  },
  (table) => [
    index('videos_created_at_idx').on(table.createdAt, table.id),
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
  },
  (table) => [
    index('freebies_created_at_idx').on(table.createdAt, table.id),
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
