import { asc, desc, isNull, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { courses, testimonials } from '#server/db/schema.ts';

/** The tables that the mentor puts in order. Courses begin with the lowest place, testimonials with the highest. */
const orders = {
  courses: { table: courses, inOrder: asc },
  testimonials: { table: testimonials, inOrder: desc },
} as const;

export type OrderedTable = keyof typeof orders;

/** Returns every row's place as the list shows them, and holds them until the transaction ends. */
export function lockPlaces(
  db: Transaction,
  name: OrderedTable,
): Promise<{ id: string; position: number }[]> {
  const { table, inOrder } = orders[name];
  return db
    .select({ id: table.id, position: table.position })
    .from(table)
    .where(isNull(table.deletedAt))
    .orderBy(inOrder(table.position), inOrder(table.id))
    .for('update');
}

/** Puts rows to places. Their versions stay: a place is none of the words that somebody may be changing. */
export async function writePlaces(
  db: Executor,
  name: OrderedTable,
  places: { id: string; position: number }[],
): Promise<void> {
  const table = sql.identifier(getTableConfig(orders[name].table).name);
  const ids = sql.param(places.map(({ id }) => id));
  const positions = sql.param(places.map(({ position }) => position));
  await db.execute(
    sql`update ${table} set position = given.position
      from unnest(${ids}::uuid[], ${positions}::double precision[]) as given (id, position)
      where ${table}.id = given.id`,
  );
}
