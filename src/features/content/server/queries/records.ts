import { and, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { listByKey } from '#platform/db/keyset.ts';
import type { ListPage, PageQuery } from '#rules/list-page.ts';
import { fromWire, toWire, type Wire } from '#rules/wire.ts';

type ContentTable = PgTable & {
  id: PgColumn;
  version: PgColumn;
  deletedAt: PgColumn;
  /** Only in tables with drafts. */
  publishedAt?: PgColumn;
};

type RecordOf<Table extends PgTable> = Wire<Table['$inferSelect']> & VersionedRecord;

/** The columns of every content table. */
export interface VersionedRecord {
  id: string;
  /** The number of changes. */
  version: number;
}

/** The queries of a content table. */
export interface RecordQueries<Item extends VersionedRecord> {
  /** Whether its rows may be drafts, or be published later. */
  hasDrafts: boolean;
  /** With `publicAt`, lists only what visitors see at that instant. */
  list(db: Executor, page: PageQuery, publicAt?: Date): Promise<ListPage<Item>>;
  find(db: Executor, id: string, publicAt?: Date): Promise<Item | undefined>;
  /** Finds a record even in the trash: its id stays taken. */
  findAdded(db: Executor, id: string): Promise<Item | undefined>;
  /** Inserts unless the id is taken. Returns whether it did. */
  insert(db: Executor, record: Partial<Item> & { id: string }): Promise<boolean>;
  /** Changes a record. Returns whether it existed, in that version if one is given. */
  update(
    db: Executor,
    which: { id: string; version?: number | undefined },
    changes: Partial<Item>,
  ): Promise<boolean>;
  /** Moves a record to the trash. Returns it, if it existed. */
  trash(db: Executor, id: string, deletedAt: Date): Promise<Item | undefined>;
}

/** The column that orders the table. It has an index with the id. */
type Order = { newest: PgColumn } | { first: PgColumn };

/**
 * Returns the end of a millisecond. The database stores microseconds: everything within the current
 * millisecond counts as published.
 */
export const afterMillisecond = (at: Date) => new Date(at.getTime() + 1);

/**
 * Returns the condition for rows that visitors see at an instant; undefined for a table without
 * drafts.
 */
export const isPublicAt = ({ publishedAt }: { publishedAt?: PgColumn | undefined }, at: Date) =>
  publishedAt && lt(publishedAt, afterMillisecond(at));

/** Returns the queries of one table. Visitors see only its `listed` rows. */
export function createRecordQueries<Table extends ContentTable>(
  table: Table,
  order: Order,
  listed?: SQL,
): RecordQueries<RecordOf<Table>> {
  type Item = RecordOf<Table>;
  const { id, version, deletedAt, publishedAt }: ContentTable = table;
  const { deletedAt: _, ...columns } = getTableColumns<PgTable>(table);
  const toItem = async (found: Promise<object | undefined>) =>
    toWire(await found) as Item | undefined;
  const isKept = isNull(deletedAt);
  const isThis = (recordId: string) => and(eq(id, recordId), isKept);
  const isSeen = (at: Date | undefined) => at && and(isPublicAt({ publishedAt }, at), listed);
  const isAscending = 'first' in order;
  const newest = isAscending ? order.first : order.newest;

  return {
    hasDrafts: publishedAt !== undefined,
    async list(db, page, publicAt) {
      const where = and(isKept, isSeen(publicAt));
      const list = await listByKey(db, { table, columns, newest, isAscending, where }, page);
      return toWire(list) as ListPage<Item>;
    },
    find(db, recordId, publicAt) {
      const where = and(isThis(recordId), isSeen(publicAt));
      return toItem(first(db.select(columns).from<PgTable>(table).where(where)));
    },
    findAdded: (db, recordId) =>
      toItem(first(db.select(columns).from<PgTable>(table).where(eq(id, recordId)))),
    insert: (db, record) =>
      changesOne(
        db.insert<PgTable>(table).values(fromWire(record)).onConflictDoNothing({ target: id }),
      ),
    update(db, { id: recordId, version: known }, changes) {
      const values = { ...fromWire(changes), version: sql`${version} + 1` };
      const where = and(isThis(recordId), known === undefined ? undefined : eq(version, known));
      return changesOne(db.update<PgTable>(table).set(values).where(where));
    },
    trash: (db, recordId, at) =>
      toItem(
        first(
          db
            .update<PgTable>(table)
            .set({ deletedAt: at })
            .where(isThis(recordId))
            .returning(columns as Record<string, PgColumn>),
        ),
      ),
  };
}
