import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accessSources } from '#features/customers/rules/index.ts';
import { lessonFileKinds } from '#features/lessons/rules/index.ts';
import {
  createdAt,
  id,
  instant,
  mailboxOf,
  oneOf,
  phoneTailOf,
  position,
  version,
} from '#platform/db/columns.ts';
import { courses } from './content-schema.ts';

/* What courses contain, who may open it, and how far they are. */

/** People who have bought something or were given access. They have no accounts. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    /** Part of the private link to the library: a higher version ends earlier links. */
    linkVersion: integer('link_version').notNull().default(1),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    index('customers_created_at_idx').on(table.createdAt, table.id),
    index('customers_email_idx').on(sql`lower(${table.email})`),
    index('customers_mailbox_idx').on(mailboxOf(sql.raw('email'))),
    index('customers_phone_tail_idx').on(phoneTailOf(sql.raw('phone'))),
    check('customers_name_length', sql`char_length(${table.name}) between 1 and 200`),
    check('customers_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('customers_phone_length', sql`char_length(${table.phone}) between 1 and 60`),
    check('customers_link_version', sql`${table.linkVersion} > 0`),
  ],
);

/**
 * What a customer may have: a course, or a number of sessions. A record with a source and an end, never computed
 * from orders. The bookings that spend its sessions name it, and a trigger keeps them within `granted`
 * (`spend_session`).
 */
export const entitlements = pgTable(
  'entitlements',
  {
    id: id(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Null: it grants sessions. */
    courseId: uuid('course_id').references(() => courses.id),
    /** The number of sessions. Null: it grants a course. */
    granted: integer('granted'),
    /** How many of them belong to bookings that were deleted for good. */
    spent: integer('spent').notNull().default(0),
    /** The type of its sessions as it was bought: its id, its title and its length. */
    sessionTypeId: text('session_type_id'),
    sessionType: text('session_type'),
    sessionMinutes: integer('session_minutes'),
    source: text('source', { enum: accessSources }).notNull(),
    /** The order, or an id of the press or the row that gave it. */
    sourceId: uuid('source_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** Null: for ever. */
    endsAt: instant('ends_at'),
    /** Why the mentor changed the end; null if they did not. */
    endsReason: text('ends_reason'),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    unique('entitlements_source').on(table.source, table.sourceId, table.courseId),
    uniqueIndex('entitlements_sessions_source_idx')
      .on(table.source, table.sourceId)
      .where(sql`granted is not null`),
    index('entitlements_customer_id_idx').on(table.customerId, table.createdAt),
    index('entitlements_course_id_idx').on(table.courseId, table.createdAt, table.id),
    check('entitlements_source_name', sql`${table.source} in (${oneOf(accessSources)})`),
    check(
      'entitlements_grants',
      sql`case when ${table.courseId} is null then ${table.granted} between 1 and 1000 and ${table.sessionTypeId} is not null and ${table.sessionType} is not null and ${table.sessionMinutes} > 0 else num_nonnulls(${table.granted}, ${table.sessionTypeId}, ${table.sessionType}, ${table.sessionMinutes}) = 0 end`,
    ),
    check('entitlements_spent', sql`${table.spent} >= 0`),
    check('entitlements_ends_reason', sql`char_length(${table.endsReason}) between 1 and 300`),
    check('entitlements_ends_at', sql`${table.endsAt} > ${table.startsAt}`),
    check(
      'entitlements_revoked_reason',
      sql`${table.revokedReason} is null or ${table.revokedAt} is not null and char_length(${table.revokedReason}) between 1 and 300`,
    ),
  ],
);

/** The browsers that opened the library of a customer. Their cookies are stored as hashes only. */
export const libraryBrowsers = pgTable(
  'library_browsers',
  {
    id: id(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    firstUsedAt: instant('first_used_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [unique('library_browsers_customer_hash').on(table.customerId, table.hash)],
);

/** The sections of a course. */
export const sections = pgTable(
  'sections',
  {
    id: id(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    createdAt: createdAt(),
    position: position(),
    version: version(),
  },
  (table) => [
    index('sections_course_id_idx').on(table.courseId, table.position, table.id),
    check('sections_title_length', sql`char_length(${table.title}) between 1 and 200`),
  ],
);

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    sectionId: uuid('section_id')
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** In the format of posts. */
    text: text('text').notNull().default(''),
    /** The length of its film; null if there is none or it is unknown. */
    seconds: integer('seconds'),
    /** How many days after the start of an entitlement it opens. */
    opensAfterDays: integer('opens_after_days').notNull().default(0),
    /** Its course, if visitors may open it as the preview of the course. */
    previewOf: uuid('preview_of').references(() => courses.id, { onDelete: 'set null' }),
    /** Null: a draft, which only the mentor sees. */
    publishedAt: instant('published_at'),
    createdAt: createdAt(),
    position: position(),
    version: version(),
  },
  (table) => [
    index('lessons_section_id_idx').on(table.sectionId, table.position, table.id),
    uniqueIndex('lessons_preview_of_idx').on(table.previewOf).where(sql`preview_of is not null`),
    check('lessons_title_length', sql`char_length(${table.title}) between 1 and 200`),
    check('lessons_text_length', sql`char_length(${table.text}) <= 100000`),
    check('lessons_seconds', sql`${table.seconds} > 0`),
    check('lessons_opens_after_days', sql`${table.opensAfterDays} between 0 and 3650`),
  ],
);

/** The private files of lessons. */
export const lessonFiles = pgTable(
  'lesson_files',
  {
    id: id(),
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: lessonFileKinds }).notNull(),
    /** Its path in the storage: not guessable, and never served by it. */
    path: text('path').notNull().unique(),
    /** As the customer sees and saves it. */
    name: text('name').notNull(),
    /** In bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('lesson_files_lesson_id_idx').on(table.lessonId, table.createdAt, table.id),
    check('lesson_files_kind', sql`${table.kind} in (${oneOf(lessonFileKinds)})`),
    check('lesson_files_name_length', sql`char_length(${table.name}) between 1 and 200`),
    check('lesson_files_size', sql`${table.size} > 0`),
  ],
);

/** How far a customer is with a lesson. */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** Where the film goes on. */
    seconds: integer('seconds').notNull().default(0),
    /** The furthest second that was played. */
    furthest: integer('furthest').notNull().default(0),
    doneAt: instant('done_at'),
    firstOpenedAt: instant('first_opened_at').notNull(),
    lastOpenedAt: instant('last_opened_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.lessonId] }),
    check('lesson_progress_seconds', sql`${table.seconds} >= 0 and ${table.furthest} >= 0`),
  ],
);
