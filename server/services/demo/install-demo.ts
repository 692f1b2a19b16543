import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/db/executor.ts';
import { addMissingSamples } from '#server/db/queries/samples.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { createSampleRecords, sampleFiles } from './sample-records.ts';

interface InstallDemoOptions {
  db: Database;
  storage: FileStorage;
  /** Where the files of the sample content lie. */
  filesDirectory: string;
  /** `YYYY-MM-DD`. Posts lie before it, events after it. */
  today: string;
}

/**
 * Adds the sample content: what is there already, by its id or its path, stays as it is.
 * Files come first, so that no record ever points to nothing.
 */
export async function installDemo({ db, storage, filesDirectory, today }: InstallDemoOptions) {
  let files = 0;
  for (const { path: target, name } of sampleFiles) {
    if (await storage.find(target)) continue;
    const source = path.join(filesDirectory, name);
    const { size } = await stat(source);
    await storage.put({ path: target, content: createReadStream(source), size });
    files += 1;
  }
  const records = await db.transaction((transaction) =>
    addMissingSamples(transaction, createSampleRecords(today)),
  );
  return { records, files };
}
