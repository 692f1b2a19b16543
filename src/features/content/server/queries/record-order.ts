import { isNull, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { courses, testimonials } from '#platform/db/schema/content-schema.ts';

/**
 * The tables whose order the mentor sets. New rows use the current time as their position: they
 * come last in ascending order and first in descending order.
 */
const tables = {
  courses: { table: courses, direction: 1 },
  testimonials: { table: testimonials, direction: -1 },
} as const;

export type OrderedTable = keyof typeof tables;

/** Returns the ids of all rows, and locks the rows until the transaction ends. */
export async function lockIds(db: Transaction, name: OrderedTable): Promise<string[]> {
  const { table } = tables[name];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(isNull(table.deletedAt))
    .orderBy(table.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Stores the order of rows. Their versions do not change, because no form edits positions. */
export async function writeOrder(db: Executor, name: OrderedTable, ids: string[]): Promise<void> {
  const { table: ordered, direction } = tables[name];
  const table = sql.identifier(getTableConfig(ordered).name);
  await db.execute(
    sql`update ${table} set position = given.position * ${direction}::int
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, position)
      where ${table}.id = given.id`,
  );
}
