import { type SQL, sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** A point in time: `timestamptz`, always UTC. */
export const instant = <Name extends string>(name: Name) =>
  timestamp(name, { withTimezone: true, mode: 'date' });

/** When a row was made. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** A row's UUID, made by the database unless one is given. */
export const id = () => uuid('id').primaryKey().defaultRandom();

/**
 * The mailbox that an e-mail address leads to, as far as limits care: case and what follows a
 * plus sign make no other mailbox, nor do dots at Gmail. `email` is a text of SQL's.
 */
export const mailboxOf = (email: SQL): SQL =>
  sql`(case when lower(${email}) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(${email}), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(${email}), '[+][^@]*@', '@') end)`;
