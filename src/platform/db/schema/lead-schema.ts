import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { leadStates } from '#features/leads/rules/index.ts';
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

/* Leads, and how many there are. */

export const leads = pgTable(
  'leads',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    source: text('source').notNull(),
    message: text('message'),
    /** The course that the inquiry is about. No reference: courses are deleted on their own. */
    courseId: uuid('course_id'),
    /** The version of the privacy text shown with the form; null if unknown. */
    privacyVersion: integer('privacy_version'),
    /** The text of the ticked box, if any. */
    agreedTo: text('agreed_to'),
    createdAt: createdAt(),
    state: text('state', { enum: leadStates }).notNull().default('new'),
    /** The mentor's private note. */
    note: text('note'),
    ...originColumns(),
    version: version(),
    deletedAt: deletedAt(),
    /** The group in the admin, as defined in `src/features/leads/rules/lead-group.ts`. */
    category: text('category')
      .notNull()
      .generatedAlwaysAs(
        sql`case when source like 'Course%' then 'course' when source like 'Blueprint%' then 'blueprint' when source like 'Contact%' then 'contact' else 'other' end`,
      ),
    /** All searchable text, in lower case; a phone number also with its digits alone. */
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
    index('leads_mailbox_idx').on(mailboxOf(sql.raw('email'))),
    index('leads_phone_tail_idx').on(phoneTailOf(sql.raw('phone'))),
    index('leads_deleted_at_idx').on(table.deletedAt, table.id).where(isDeleted),
    check('leads_state', sql`${table.state} in (${oneOf(leadStates)})`),
    check('leads_note_length', sql`char_length(${table.note}) between 1 and 10000`),
    check('leads_agreed_to_length', sql`char_length(${table.agreedTo}) between 1 and 160`),
    check('leads_name_length', sql`char_length(${table.name}) between 2 and 200`),
    check('leads_email_length', sql`char_length(${table.email}) between 3 and 320`),
    check('leads_email_form', sql`${table.email} like '%_@_%'`),
    check('leads_phone_length', sql`char_length(${table.phone}) between 1 and 60`),
    check('leads_source_length', sql`char_length(${table.source}) between 1 and 120`),
    check('leads_message_length', sql`char_length(${table.message}) between 1 and 10000`),
  ],
);

/**
 * The number of leads of each group in each state. Triggers maintain this table and the next one,
 * so that the admin does not have to count.
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

/** The number of leads by hour (UTC). */
export const leadsByHour = pgTable('leads_by_hour', {
  hour: instant('hour').primaryKey(),
  count: integer('count').notNull(),
});
