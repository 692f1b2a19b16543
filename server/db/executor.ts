import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { fromDrizzle, type Db as JobDatabase } from 'pg-boss';
import * as accountSchema from './account-schema.ts';
import * as authSchema from './auth-schema.ts';
import * as siteSchema from './schema.ts';

/** Every table. */
export const schema = { ...siteSchema, ...authSchema, ...accountSchema };

export type Database = NodePgDatabase<typeof schema>;

/** An open transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a query runs on: the database, or a transaction that is open on it. */
export type Executor = Database | Transaction;

/** Lets pg-boss write its jobs inside our transaction: both happen, or neither. */
export const jobsWithin = (transaction: Transaction): JobDatabase => fromDrizzle(transaction, sql);
