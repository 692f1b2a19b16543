import { deskTimeoutMs, type RecordDeps, recordNotFound } from './record-deps.ts';

/** Deletes a record. Throws 404, `database-unavailable` (503). */
export function deleteRecord<Item extends { id: string }>(
  { db, circuit, records }: RecordDeps<Item>,
  { id }: { id: string },
): Promise<void> {
  return circuit.run(async () => {
    if (!(await records.remove(db, id))) throw recordNotFound();
  }, deskTimeoutMs);
}
