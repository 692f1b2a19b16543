import { eq, type GetColumnData, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { ListPage, PageQuery } from '#domain/list-page.ts';
import type { Executor } from '#server/db/executor.ts';
import { pageByKey, toPage } from './keyset.ts';

type Columns = Record<string, PgColumn> & { id: PgColumn };

/** A row under the names of its columns. */
export type RecordOf<Shape extends Columns> = { [Name in keyof Shape]: GetColumnData<Shape[Name]> };

/** What can be asked of a table of content: each of them can be listed, added to and deleted from. */
export interface RecordQueries<Item extends { id: string }> {
  list(db: Executor, page: PageQuery): Promise<ListPage<Item>>;
  find(db: Executor, id: string): Promise<Item | undefined>;
  /** Inserts unless the id is taken. Answers whether it did. */
  insert(db: Executor, record: Partial<Item> & { id: string }): Promise<boolean>;
  /** Answers whether there was one to change. */
  update(db: Executor, id: string, changes: Partial<Item>): Promise<boolean>;
  /** Answers what was deleted, if there was one. */
  remove(db: Executor, id: string): Promise<Item | undefined>;
}

/**
 * The queries of one table of content. `columns` names what goes in and out, as the API
 * calls it; `newest` is the column of its order, which has an index with the id.
 */
export function createRecordQueries<Shape extends Columns>({
  table,
  columns,
  newest,
}: {
  table: PgTable;
  columns: Shape;
  newest: PgColumn;
}): RecordQueries<RecordOf<Shape> & { id: string }> {
  type Item = RecordOf<Shape> & { id: string };
  const propertyOf = new Map(
    Object.entries(getTableColumns(table)).map(([property, column]) => [column, property]),
  );
  /** The same values under the names that Drizzle gives to the columns. */
  const toValues = (record: Partial<Item>) =>
    Object.fromEntries(
      Object.entries(columns)
        .filter(([name]) => record[name] !== undefined)
        .map(([name, column]) => [propertyOf.get(column), record[name]]),
    );
  const selected: SelectedFields = columns;

  return {
    async list(db, page) {
      const { after, order, take, position } = pageByKey({ key: newest, id: columns.id }, page);
      const rows = await db
        .select({ ...selected, position })
        .from(table)
        .where(after)
        .orderBy(...order)
        .limit(take);
      return toPage(rows as (Item & { position: string })[], page) as unknown as ListPage<Item>;
    },
    async find(db, id) {
      const [row] = await db.select(selected).from(table).where(eq(columns.id, id));
      return row as Item | undefined;
    },
    async insert(db, record) {
      const inserted = await db
        .insert(table)
        .values(toValues(record))
        .onConflictDoNothing()
        .returning({ id: columns.id });
      return inserted.length === 1;
    },
    async update(db, id, changes) {
      const updated = await db
        .update(table)
        .set(toValues(changes))
        .where(eq(columns.id, id))
        .returning({ id: columns.id });
      return updated.length === 1;
    },
    async remove(db, id) {
      const [removed] = await db
        .delete(table)
        .where(eq(columns.id, id))
        .returning(selected as Columns);
      return removed as Item | undefined;
    },
  };
}
