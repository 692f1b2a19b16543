import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { fromDrizzle, type Db as JobDatabase } from 'pg-boss';
import * as accountSchema from './account-schema.ts';
import * as siteSchema from './schema.ts';

/** Every table. */
export const schema = { ...siteSchema, ...accountSchema };

export type Database = NodePgDatabase<typeof schema> & { $client: Pool };

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a query runs on: the database, or a transaction that is open on it. */
export type Executor = NodePgDatabase<typeof schema> | Transaction;

/** Lets pg-boss write its jobs inside our transaction: both happen, or neither. */
export const jobsWithin = (transaction: Transaction): JobDatabase => fromDrizzle(transaction, sql);

interface Inserts {
  /** What a connection prepares the statement under: one name for one text. */
  name: string;
  /** The content of a `with`. Parameters begin with `$2`: the job is `$1`. */
  text: string;
  values: unknown[];
  /** Which of them decides: without a row of its own there is no job. */
  last: string;
}

/** Lets pg-boss write a job in one statement, and one round trip, with inserts of ours: all happen, or none. */
export const jobsBeside = (
  db: Database,
  { name, text: inserts, values, last }: Inserts,
): JobDatabase => ({
  executeSql(text, jobValues = []) {
    const job = text.replaceAll('$1', `(select $1::text from ${last})`);
    // Only the outermost `with` may write data, so pg-boss's continues ours.
    const statement = `with ${inserts} ${job.trim().replace(/^with\s/i, ', ')}`;
    return db.$client.query({ name, text: statement, values: [...jobValues, ...values] });
  },
});

/** Returns the one row of a query, if there is one. */
export const first = async <Row>(query: PromiseLike<Row[]>): Promise<Row | undefined> =>
  (await query)[0];

/** Returns whether a statement has changed its one row. */
export const changesOne = async (
  statement: PromiseLike<{ rowCount: number | null }>,
): Promise<boolean> => (await statement).rowCount === 1;
