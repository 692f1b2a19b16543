import type { PageQuery } from '#domain/list-page.ts';
import { addRecord } from './add-record.ts';
import { changeRecord } from './change-record.ts';
import { deleteRecord } from './delete-record.ts';
import { getRecord, listRecords } from './read-records.ts';
import type { RecordDeps } from './record-deps.ts';

/** What can be done with the records of one table. */
export interface RecordServices<Item extends { id: string }> {
  list: (page: PageQuery) => ReturnType<typeof listRecords<Item>>;
  get: (given: { id: string }) => Promise<Item>;
  add: (record: Partial<Item> & { id: string }) => Promise<void>;
  change: (given: { id: string; changes: Partial<Item> }) => Promise<void>;
  delete: (given: { id: string }) => Promise<void>;
}

/** Puts the use cases of one table of content together. A table may replace one by its own. */
export const createRecordServices = <Item extends { id: string }>(
  deps: RecordDeps<Item>,
): RecordServices<Item> => ({
  list: (page) => listRecords(deps, page),
  get: (given) => getRecord(deps, given),
  add: (record) => addRecord(deps, record),
  change: (given) => changeRecord(deps, given),
  delete: (given) => deleteRecord(deps, given),
});
