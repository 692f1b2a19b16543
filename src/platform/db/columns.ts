import { type SQL, sql } from 'drizzle-orm';
import { doublePrecision, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { phoneTailDigits } from '#features/people/rules/index.ts';
import { noOrigin, type Origin } from '#rules/origin.ts';

/** A point in time: `timestamptz`, always UTC. */
export const instant = <Name extends string>(name: Name) =>
  timestamp(name, { withTimezone: true, mode: 'date' });

/** When a row was made. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** When a row went into the trash; null for all others. */
export const deletedAt = () => instant('deleted_at');

/** From when on visitors see a row; null is a draft. */
export const publishedAt = () => instant('published_at').defaultNow();

/** How often a row was written: whoever changes it says which version it was. */
export const version = () => integer('version').notNull().default(1);

/** Where a row stands in the mentor's order: behind all that came before it, until it is moved. */
export const position = () =>
  doublePrecision('position').notNull().default(sql`extract(epoch from clock_timestamp())`);

/** A row's UUID, made by the database unless one is given. */
export const id = () => uuid('id').primaryKey().defaultRandom();

/**
 * Returns the mailbox that an email (a text of SQL's) leads to, as far as limits care: case, what
 * follows a plus sign, and dots at Gmail make no other.
 */
export const mailboxOf = (email: SQL): SQL =>
  sql`(case when lower(${email}) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(${email}), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(${email}), '[+][^@]*@', '@') end)`;

/** Returns the end of a phone number (a text of SQL's), as `toPhoneTail` of the rules does. */
export const phoneTailOf = (phone: SQL): SQL =>
  sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), ${sql.raw(String(phoneTailDigits))})`;

/** Returns a list of texts as SQL writes it. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/** Where the visit came from first that a row was made in, where that is known (`src/features/visits/rules/origin.ts`). */
export const originColumns = () => ({
  firstPage: text('first_page'),
  referrer: text('referrer'),
  utmSource: text('utm_source'),
  utmMedium: text('utm_medium'),
  utmCampaign: text('utm_campaign'),
});

/** The same of a row that is to be written. */
export type OriginOfRow = Record<keyof ReturnType<typeof originColumns>, string | null>;

/** Returns an origin as a row keeps it. */
export const toOriginOfRow = (origin: Origin = noOrigin): OriginOfRow => ({
  firstPage: origin.first_page,
  referrer: origin.referrer,
  utmSource: origin.utm_source,
  utmMedium: origin.utm_medium,
  utmCampaign: origin.utm_campaign,
});

/** Rows that are not in the trash, and those that are: what most indexes are for. */
export const isKept = sql.raw('deleted_at is null');
export const isDeleted = sql.raw('deleted_at is not null');
