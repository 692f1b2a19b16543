import { deskTimeoutMs, type RecordDeps, recordNotFound } from './record-deps.ts';

/** Changes what is given of a record. Throws 404, `database-unavailable` (503). */
export function changeRecord<Item extends { id: string }>(
  { db, circuit, records }: RecordDeps<Item>,
  { id, changes }: { id: string; changes: Partial<Item> },
): Promise<void> {
  return circuit.run(async () => {
    const isThere =
      Object.keys(changes).length === 0
        ? (await records.find(db, id)) !== undefined
        : await records.update(db, id, changes);
    if (!isThere) throw recordNotFound();
  }, deskTimeoutMs);
}
