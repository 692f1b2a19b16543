import { canDeleteFiles, listNamedPaths, lockFilesForUpdate } from '#platform/db/stored-files.ts';
import { fillPosters } from './fill-posters.ts';
import type { UploadDeps } from './receive-upload.ts';

const hourMs = 3_600_000;

/** How long an unfinished upload is kept after its last change. */
const unfinishedMs = 24 * hourMs;

/** How long a file can wait for its record: a draft of a post may be open for days. */
const unsavedMs = 7 * 24 * hourMs;

const batchSize = 200;

/**
 * Deletes abandoned uploads, and stored files that no record has used for a week. Failures are left
 * to the next sweep.
 */
export async function sweepUploads(deps: UploadDeps, now = new Date()): Promise<void> {
  await fillPosters(deps);
  const givenUpAt = new Date(now.getTime() - unfinishedMs);
  const unfinished =
    (await deps.inbox.removeUntouchedSince(givenUpAt)) +
    (await deps.storage.removeUnfinished(givenUpAt));
  const before = new Date(now.getTime() - unsavedMs);
  let orphans = 0;
  let batch: string[] = [];
  for await (const path of deps.storage.list()) {
    batch.push(path);
    if (batch.length < batchSize) continue;
    orphans += await deleteOrphans(deps, batch, before);
    batch = [];
  }
  orphans += await deleteOrphans(deps, batch, before);
  if (unfinished + orphans > 0) deps.log.info({ unfinished, orphans }, 'Uploads were swept');
}

async function deleteOrphans(deps: UploadDeps, paths: string[], before: Date): Promise<number> {
  const named = new Set(await listNamedPaths(deps.db, paths));
  let deleted = 0;
  for (const path of paths) {
    if (named.has(path)) continue;
    try {
      if (await deleteOrphan(deps, path, before)) deleted += 1;
    } catch (reason) {
      deps.log.warn({ path, reason }, 'An orphan could not be deleted');
    }
  }
  return deleted;
}

/** Checks again while no record can start to use the file, and deletes it. */
async function deleteOrphan(
  { db, storage }: UploadDeps,
  path: string,
  before: Date,
): Promise<boolean> {
  const file = await storage.find(path);
  if (!file || file.modifiedAt >= before) return false;
  return db.transaction(async (transaction) => {
    await lockFilesForUpdate(transaction);
    const named = await listNamedPaths(transaction, [path]);
    if (named.length > 0 || !(await canDeleteFiles(transaction))) return false;
    await storage.delete(path);
    return true;
  });
}
