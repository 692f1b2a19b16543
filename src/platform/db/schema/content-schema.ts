import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  time,
  unique,
} from 'drizzle-orm/pg-core';
import {
  createdAt,
  deletedAt,
  id,
  isDeleted,
  isKept,
  position,
  publishedAt,
  version,
} from '#platform/db/columns.ts';

/* The mentor's content. */

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
    /** What it costs, in cents of rand. Null: it can’t be paid for on the site. */
    amountCents: integer('amount_cents'),
    description: text('description'),
    features: text('features').array().notNull().default([]),
    /** How many days its customers have access. Null: for ever. */
    accessDays: integer('access_days'),
    /** How many sessions of mentorship it includes. */
    sessions: integer('sessions'),
    /** Whether customers can download its films. */
    hasDownloads: boolean('has_downloads').notNull().default(false),
    /** Its name in addresses. */
    slug: text('slug'),
    createdAt: createdAt(),
    publishedAt: publishedAt(),
    position: position(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index('courses_position_idx').on(table.position, table.id).where(isKept),
    index('courses_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('courses_title_length', sql`char_length(${table.title}) between 1 and 300`),
    check('courses_amount', sql`${table.amountCents} > 0`),
    check('courses_sessions', sql`${table.sessions} between 1 and 100`),
    check('courses_access_days', sql`${table.accessDays} between 1 and 36500`),
    check(
      'courses_slug',
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${table.slug}) <= 80`,
    ),
    unique('courses_slug_unique').on(table.slug),
    check('courses_price_length', sql`char_length(${table.price}) between 1 and 60`),
    check('courses_features_not_blank', sql`array_position(${table.features}, '') is null`),
  ],
);

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: id(),
    title: text('title').notNull(),
    topic: text('topic'),
    date: date('date', { mode: 'string' }).notNull(),
    content: text('content').notNull().default(''),
    image: text('image'),
    excerpt: text('excerpt').notNull().default(''),
    /** A description of the picture for people who cannot see it. */
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
    check('blog_posts_topic_length', sql`char_length(${table.topic}) between 1 and 60`),
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
    /** A description of the picture for people who cannot see it. */
    alt: text('alt'),
    /** The person's name and quote, if the mentor has entered them. */
    name: text('name'),
    words: text('words'),
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
    check('testimonials_name_length', sql`char_length(${table.name}) between 1 and 100`),
    check('testimonials_words_length', sql`char_length(${table.words}) between 1 and 1000`),
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
    /** A still picture; null if the uploading browser could not create one. */
    posterUrl: text('poster_url'),
    captionsUrl: text('captions_url'),
    /** Null if the uploading browser could not read the file. */
    durationSeconds: integer('duration_seconds'),
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
    check('videos_duration_positive', sql`${table.durationSeconds} > 0`),
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
