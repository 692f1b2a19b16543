import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { fromDrizzle, type Db as JobDatabase } from 'pg-boss';
import * as accountSchema from './schema/account-schema.ts';
import * as siteSchema from './schema/schema.ts';

/** Every table. */
export const schema = { ...siteSchema, ...accountSchema };

export type Database = NodePgDatabase<typeof schema> & { $client: Pool };

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a query runs on: the database, or a transaction that is open on it. */
export type Executor = NodePgDatabase<typeof schema> | Transaction;

/** Lets pg-boss write its jobs inside our transaction: both happen, or neither. */
export const jobsWithin = (transaction: Transaction): JobDatabase => fromDrizzle(transaction, sql);

/** Returns the one row of a query, if there is one. */
export const first = async <Row>(query: PromiseLike<Row[]>): Promise<Row | undefined> =>
  (await query)[0];

/** Returns whether a statement has changed its one row. */
export const changesOne = async (
  statement: PromiseLike<{ rowCount: number | null }>,
): Promise<boolean> => (await statement).rowCount === 1;
