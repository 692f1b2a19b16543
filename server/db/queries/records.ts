import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { ListPage, PageQuery } from '#domain/list-page.ts';
import { changesOne, type Executor, first } from '#server/db/executor.ts';
import { listByKey, type NamedColumns, nameColumns } from './keyset.ts';

type ContentTable = PgTable & { id: PgColumn; deletedAt: PgColumn };

type RecordOf<Table extends PgTable> = SelectResultFields<NamedColumns<Table>> & { id: string };

/** What can be asked of a table of content: each of them can be listed, added to and deleted from. */
export interface RecordQueries<Item extends { id: string }> {
  list(db: Executor, page: PageQuery): Promise<ListPage<Item>>;
  find(db: Executor, id: string): Promise<Item | undefined>;
  /** The same, from the trash too: its id is not given to another record. */
  findAdded(db: Executor, id: string): Promise<Item | undefined>;
  /** Inserts unless the id is taken. Returns whether it did. */
  insert(db: Executor, record: Partial<Item> & { id: string }): Promise<boolean>;
  /** Returns whether there was one to change. */
  update(db: Executor, id: string, changes: Partial<Item>): Promise<boolean>;
  /** Puts a record into the trash. Returns it, if there was one. */
  trash(db: Executor, id: string, deletedAt: Date): Promise<Item | undefined>;
}

/** Returns the queries of one table. `newest` is the column of its order, which has an index with the id. */
export function createRecordQueries<Table extends ContentTable>(
  table: Table,
  newest: PgColumn,
): RecordQueries<RecordOf<Table>> {
  type Item = RecordOf<Table>;
  type Found = Promise<Item | undefined>;
  const { id, deletedAt }: ContentTable = table;
  const { deleted_at: _, ...columns }: SelectedFields = nameColumns<PgTable>(table);
  const isKept = isNull(deletedAt);
  const isThis = (recordId: string) => and(eq(id, recordId), isKept);
  /** The same values under the names that Drizzle gives to the columns. */
  const toValues = (record: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(getTableColumns<PgTable>(table)).map(([property, { name }]) => [
        property,
        record[name],
      ]),
    );

  return {
    list: (db, page) =>
      listByKey(db, { table, columns, newest, where: isKept }, page) as Promise<ListPage<Item>>,
    find: (db, recordId) =>
      first(db.select(columns).from<PgTable>(table).where(isThis(recordId))) as Found,
    findAdded: (db, recordId) =>
      first(db.select(columns).from<PgTable>(table).where(eq(id, recordId))) as Found,
    insert: (db, record) =>
      changesOne(db.insert<PgTable>(table).values(toValues(record)).onConflictDoNothing()),
    update: (db, recordId, changes) =>
      changesOne(db.update<PgTable>(table).set(toValues(changes)).where(isThis(recordId))),
    trash: (db, recordId, at) =>
      first(
        db
          .update<PgTable>(table)
          .set({ deletedAt: at })
          .where(isThis(recordId))
          .returning(columns as Record<string, PgColumn>),
      ) as Found,
  };
}
