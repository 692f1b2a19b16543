import { isDeepStrictEqual } from 'node:util';
import { idReused } from '#server/errors.ts';
import { deskTimeoutMs, type RecordDeps } from './record-deps.ts';

/**
 * Adds a record under the id that the browser made. Repeating it with the same content
 * changes nothing and succeeds. Throws `id-reused` (409) when the id stands for other
 * content, `database-unavailable` (503).
 */
export function addRecord<Item extends { id: string }>(
  { db, circuit, records }: RecordDeps<Item>,
  record: Partial<Item> & { id: string },
): Promise<void> {
  return circuit.run(async () => {
    if (await records.insert(db, record)) return;
    const existing = await records.find(db, record.id);
    if (!existing || !isSame(record, existing)) throw idReused(record.id);
  }, deskTimeoutMs);
}

const isSame = (record: object, existing: object) =>
  isDeepStrictEqual({ ...existing, ...record }, { ...existing });
