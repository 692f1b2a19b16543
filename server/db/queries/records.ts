import { and, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { ListPage, PageQuery } from '#domain/list-page.ts';
import { changesOne, type Executor, first } from '#server/db/executor.ts';
import { listByKey, type NamedColumns, nameColumns } from './keyset.ts';

type ContentTable = PgTable & {
  id: PgColumn;
  version: PgColumn;
  deletedAt: PgColumn;
  /** Of tables whose rows may be drafts. */
  publishedAt?: PgColumn;
};

type RecordOf<Table extends PgTable> = SelectResultFields<NamedColumns<Table>> & VersionedRecord;

/** What every record of content has. */
export interface VersionedRecord {
  id: string;
  /** How often it was written. */
  version: number;
}

/** What can be asked of a table of content: each of them can be listed, added to and deleted from. */
export interface RecordQueries<Item extends VersionedRecord> {
  /** Whether its rows may be drafts, or be published later. */
  hasDrafts: boolean;
  /** With `publicAt`, lists and finds what visitors see at that instant alone. */
  list(db: Executor, page: PageQuery, publicAt?: Date): Promise<ListPage<Item>>;
  find(db: Executor, id: string, publicAt?: Date): Promise<Item | undefined>;
  /** Finds it in the trash too: its id is not given to another record. */
  findAdded(db: Executor, id: string): Promise<Item | undefined>;
  /** Inserts unless the id is taken. Returns whether it did. */
  insert(db: Executor, record: Partial<Item> & { id: string }): Promise<boolean>;
  /** Returns whether there was one to change, in that version where one is given. */
  update(
    db: Executor,
    which: { id: string; version?: number | undefined },
    changes: Partial<Item>,
  ): Promise<boolean>;
  /** Puts a record into the trash. Returns it, if there was one. */
  trash(db: Executor, id: string, deletedAt: Date): Promise<Item | undefined>;
}

/** The column of a table's order, which has an index with the id. */
type Order = { newest: PgColumn } | { first: PgColumn };

/**
 * Returns the first instant after a millisecond. Our clock counts those, the database's microseconds:
 * what appears within a millisecond is there as soon as it begins.
 */
export const afterMillisecond = (at: Date) => new Date(at.getTime() + 1);

/** Returns the condition that a row is seen by visitors at an instant; none for a table without drafts. */
export const isPublicAt = ({ publishedAt }: { publishedAt?: PgColumn | undefined }, at: Date) =>
  publishedAt && lt(publishedAt, afterMillisecond(at));

/** Returns the queries of one table. */
export function createRecordQueries<Table extends ContentTable>(
  table: Table,
  order: Order,
): RecordQueries<RecordOf<Table>> {
  type Item = RecordOf<Table>;
  type Found = Promise<Item | undefined>;
  const { id, version, deletedAt, publishedAt }: ContentTable = table;
  const { deleted_at: _, ...columns }: SelectedFields = nameColumns<PgTable>(table);
  const isKept = isNull(deletedAt);
  const isThis = (recordId: string) => and(eq(id, recordId), isKept);
  const isSeen = (at: Date | undefined) => at && isPublicAt({ publishedAt }, at);
  const isAscending = 'first' in order;
  const newest = isAscending ? order.first : order.newest;
  /** The same values under the names that Drizzle gives to the columns. */
  const toValues = (record: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(getTableColumns<PgTable>(table)).map(([property, { name }]) => [
        property,
        record[name],
      ]),
    );

  return {
    hasDrafts: publishedAt !== undefined,
    list(db, page, publicAt) {
      const where = and(isKept, isSeen(publicAt));
      const list = listByKey(db, { table, columns, newest, isAscending, where }, page);
      return list as Promise<ListPage<Item>>;
    },
    find(db, recordId, publicAt) {
      const where = and(isThis(recordId), isSeen(publicAt));
      return first(db.select(columns).from<PgTable>(table).where(where)) as Found;
    },
    findAdded: (db, recordId) =>
      first(db.select(columns).from<PgTable>(table).where(eq(id, recordId))) as Found,
    insert: (db, record) =>
      changesOne(db.insert<PgTable>(table).values(toValues(record)).onConflictDoNothing()),
    update(db, { id: recordId, version: known }, changes) {
      const values = { ...toValues(changes), version: sql`${version} + 1` };
      const where = and(isThis(recordId), known === undefined ? undefined : eq(version, known));
      return changesOne(db.update<PgTable>(table).set(values).where(where));
    },
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
