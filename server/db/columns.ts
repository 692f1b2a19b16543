import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** A point in time: `timestamptz`, always UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** When a row was made. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** A row's UUID, made by the database unless one is given. */
export const id = () => uuid('id').primaryKey().defaultRandom();
