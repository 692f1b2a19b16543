import { type SQL, sql } from 'drizzle-orm';
import { doublePrecision, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { phoneTailDigits } from '#rules/phone-number.ts';

/** An instant: `timestamptz`, always UTC. */
export const instant = <Name extends string>(name: Name) =>
  timestamp(name, { withTimezone: true, mode: 'date' });

/** When a row was created. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** When a row was moved to the trash; null for all others. */
export const deletedAt = () => instant('deleted_at');

/** From when on visitors see a row; null is a draft. */
export const publishedAt = () => instant('published_at').defaultNow();

/** The version of a row. A change states the version that it is based on. */
export const version = () => integer('version').notNull().default(1);

/** The position of a row in the mentor's order. New rows come last. */
export const position = () =>
  doublePrecision('position').notNull().default(sql`extract(epoch from clock_timestamp())`);

/** A row's UUID. The database creates one unless it is given. */
export const id = () => uuid('id').primaryKey().defaultRandom();

/**
 * Returns the mailbox of an email address (an SQL text) for limits: ignores case, plus parts, and
 * dots at Gmail.
 */
export const mailboxOf = (email: SQL): SQL =>
  sql`(case when lower(${email}) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(${email}), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(${email}), '[+][^@]*@', '@') end)`;

/** Returns the last digits of a phone number (an SQL text), like `toPhoneTail`. */
export const phoneTailOf = (phone: SQL): SQL =>
  sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), ${sql.raw(String(phoneTailDigits))})`;

/** Returns a list of texts in SQL. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/**
 * Where the visit that created a row came from, if known (`src/rules/origin.ts`).
 */
export const originColumns = () => ({
  firstPage: text('first_page'),
  referrer: text('referrer'),
  utmSource: text('utm_source'),
  utmMedium: text('utm_medium'),
  utmCampaign: text('utm_campaign'),
});

/** Conditions for rows outside and inside the trash; most indexes use one of them. */
export const isKept = sql.raw('deleted_at is null');
export const isDeleted = sql.raw('deleted_at is not null');
