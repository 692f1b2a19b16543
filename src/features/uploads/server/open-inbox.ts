import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/executor.ts';
import { openBucketInbox } from './bucket-inbox.ts';
import { openDiskInbox } from './disk-inbox.ts';
import type { UploadInbox } from './upload-inbox.ts';

/** Opens the inbox for uploads where the storage is: on the disk or in the bucket. */
export async function openInbox(
  { dataDirectory, objectStorage }: Pick<Config, 'dataDirectory' | 'objectStorage'>,
  db: Database,
): Promise<UploadInbox> {
  const directory = path.join(dataDirectory, 'uploads-in-progress');
  if (!objectStorage) return openDiskInbox(directory);
  // Left over from before the bucket was configured.
  await rm(directory, { recursive: true, force: true });
  return openBucketInbox(db, objectStorage);
}
