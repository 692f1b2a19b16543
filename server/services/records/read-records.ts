import type { ListPage, PageQuery } from '#domain/list-page.ts';
import { deskTimeoutMs, type RecordDeps, recordNotFound } from './record-deps.ts';

/** One page of a table, newest first. Throws `invalid-cursor` (400), `database-unavailable` (503). */
export const listRecords = <Item extends { id: string }>(
  { db, circuit, records }: RecordDeps<Item>,
  page: PageQuery,
): Promise<ListPage<Item>> => circuit.run(() => records.list(db, page), deskTimeoutMs);

/** One record. Throws 404, `database-unavailable` (503). */
export const getRecord = <Item extends { id: string }>(
  { db, circuit, records }: RecordDeps<Item>,
  { id }: { id: string },
): Promise<Item> =>
  circuit.run(async () => {
    const record = await records.find(db, id);
    if (!record) throw recordNotFound();
    return record;
  }, deskTimeoutMs);
