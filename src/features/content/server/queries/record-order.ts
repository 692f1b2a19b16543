import { and, eq, isNull, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { courses, testimonials } from '#platform/db/schema/content-schema.ts';
import { lessons, sections } from '#platform/db/schema/library-schema.ts';

interface Ordered {
  table: PgTable & { id: PgColumn; deletedAt?: PgColumn };
  direction: 1 | -1;
  /** The column with the record whose rows are sorted. Without one, all rows are. */
  parent?: PgColumn;
}

/**
 * The tables whose order the mentor sets. New rows use the current time as their position: they
 * come last in ascending order and first in descending order.
 */
const tables = {
  courses: { table: courses, direction: 1 },
  testimonials: { table: testimonials, direction: -1 },
  sections: { table: sections, direction: 1, parent: sections.courseId },
  lessons: { table: lessons, direction: 1, parent: lessons.sectionId },
} as const satisfies Record<string, Ordered>;

export type OrderedTable = keyof typeof tables;

/** Returns the ids of all rows, or of a parent's, and locks the rows until the transaction ends. */
export async function lockIds(
  db: Transaction,
  name: OrderedTable,
  parentId?: string,
): Promise<string[]> {
  const { table, parent }: Ordered = tables[name];
  const rows = await db
    .select({ id: table.id })
    .from<PgTable>(table)
    .where(and(table.deletedAt && isNull(table.deletedAt), parent && eq(parent, parentId)))
    .orderBy(table.id)
    .for('update');
  return rows.map(({ id }) => String(id));
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
