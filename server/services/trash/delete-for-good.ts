import { contentTypeOf, findStoragePath, posterPathOf } from '#domain/stored-file.ts';
import type { Emptied, EmptyingQuery, TrashParam } from '#domain/trash.ts';
import type { Transaction } from '#server/db/executor.ts';
import { anonymiseDeliveries } from '#server/db/queries/mail-deliveries.ts';
import {
  listNamedPaths,
  lockFilesForUpdate,
  mayDeleteFiles,
} from '#server/db/queries/stored-files.ts';
import { listTrash, removeTrashed } from '#server/db/queries/trash.ts';
import { AppError, describeError } from '#server/errors.ts';
import { bookingMailPrefix } from '#server/services/bookings/queue-booking-mails.ts';
import { recordNotFound } from '#server/services/records/record-services.ts';
import { leadMailPrefix } from '#server/services/submissions/submission.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import type { TrashDeps } from './create-trash-services.ts';

/** Deletes an entry permanently. Throws 404, `file-not-deleted` (503). */
export async function deleteForGood(deps: TrashDeps, entry: TrashParam): Promise<void> {
  if (!(await removeEntry(deps, entry))) throw recordNotFound();
}

/**
 * Deletes an entry permanently in one transaction, with its file if no other record names it, and
 * anonymises its mails. Returns whether there was one, deleted at `until` or before.
 */
const removeEntry = (
  { db, storage }: TrashDeps,
  { kind, id, until }: TrashParam & { until?: Date | undefined },
): Promise<boolean> =>
  db.transaction(async (transaction) => {
    const removed = await removeTrashed(transaction, { kind, id, until });
    if (!removed) return false;
    if (kind === 'leads') await anonymiseDeliveries(transaction, leadMailPrefix(id));
    if (kind === 'bookings') await anonymiseDeliveries(transaction, bookingMailPrefix(id));
    const path = removed.fileUrl === null ? undefined : findStoragePath(removed.fileUrl);
    if (path !== undefined) await deleteFile(transaction, storage, path);
    return true;
  });

/**
 * Deletes a file that no record names any more, with a video's poster. During a backup it is left to
 * the sweep of uploads.
 */
async function deleteFile(transaction: Transaction, storage: FileStorage, path: string) {
  await lockFilesForUpdate(transaction);
  if ((await listNamedPaths(transaction, [path])).length > 0) return;
  if (!(await mayDeleteFiles(transaction))) return;
  try {
    await storage.delete(path);
    if (contentTypeOf(path)?.startsWith('video/')) await storage.delete(posterPathOf(path));
  } catch (error) {
    throw new AppError(
      503,
      'file-not-deleted',
      error instanceof AppError ? error.userMessage : 'Files are unavailable right now.',
      {
        message: `A stored file could not be deleted: ${describeError(error)}`,
        headers: { 'Retry-After': '5' },
        cause: error,
      },
    );
  }
}

/** The entries of one round. */
const roundSize = 100;

/** Deletes one round of the trash permanently. An entry whose file cannot be deleted stays. */
export async function emptyTrash(
  deps: TrashDeps,
  { until: text, cursor }: EmptyingQuery,
): Promise<Emptied> {
  const until = text === undefined ? undefined : new Date(text);
  const page = await listTrash(deps.db, { until, cursor, limit: roundSize });
  const emptied: Emptied = { deleted: 0, failed: 0, next_cursor: page.next_cursor };
  for (const { kind, id } of page.items) {
    try {
      if (await removeEntry(deps, { kind, id, until })) emptied.deleted += 1;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'file-not-deleted')) throw error;
      emptied.failed += 1;
      deps.log.warn({ kind, id, reason: error }, 'A file in the trash could not be deleted');
    }
  }
  return emptied;
}
