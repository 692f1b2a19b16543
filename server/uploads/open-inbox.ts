import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/executor.ts';
import { openBucketInbox } from './bucket-inbox.ts';
import { openDiskInbox } from './disk-inbox.ts';
import type { UploadInbox } from './upload-inbox.ts';

/** Opens the inbox for uploads: where the files go in the end, on the disk or in the bucket. */
export async function openInbox(
  { dataDirectory, objectStorage }: Pick<Config, 'dataDirectory' | 'objectStorage'>,
  db: Database,
): Promise<UploadInbox> {
  const directory = path.join(dataDirectory, 'uploads-in-progress');
  if (!objectStorage) return openDiskInbox(directory);
  // Of a time before the bucket, or of a version that received on the disk: nobody goes on with it.
  await rm(directory, { recursive: true, force: true });
  return openBucketInbox({ db, config: objectStorage });
}
