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

/** Runs queries: the database, or an open transaction. */
export type Executor = NodePgDatabase<typeof schema> | Transaction;

/** Makes pg-boss write jobs in our transaction, so that both commit or neither. */
export const jobsWithin = (transaction: Transaction): JobDatabase => fromDrizzle(transaction, sql);

/** Returns the first row of a query, if there is one. */
export const first = async <Row>(query: PromiseLike<Row[]>): Promise<Row | undefined> =>
  (await query)[0];

/** Returns whether a statement changed a row. */
export const changesOne = async (
  statement: PromiseLike<{ rowCount: number | null }>,
): Promise<boolean> => (await statement).rowCount === 1;
