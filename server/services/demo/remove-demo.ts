import type { Database } from '#server/db/executor.ts';
import { deleteSamples } from '#server/db/queries/samples.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { createSampleRecords, sampleFiles } from './sample-records.ts';

interface RemoveDemoOptions {
  db: Database;
  storage: FileStorage;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** Takes the sample content away again, and nothing else. */
export async function removeDemo({ db, storage, today }: RemoveDemoOptions) {
  const ids = Object.values(createSampleRecords(today))
    .flat()
    .map(({ id }) => id);
  const records = await db.transaction((transaction) => deleteSamples(transaction, ids));
  let files = 0;
  for (const { path } of sampleFiles) {
    if (!(await storage.find(path))) continue;
    await storage.delete(path);
    files += 1;
  }
  return { records, files };
}
