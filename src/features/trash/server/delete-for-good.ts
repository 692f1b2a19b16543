import { bookingMailPrefix } from '#features/booking/server/index.ts';
import { leadMailPrefix } from '#features/leads/server/index.ts';
import { anonymiseDeliveries } from '#features/mail/server/index.ts';
import type { Emptied, EmptyingQuery, TrashParam } from '#features/trash/rules/trash.ts';
import { deleteUnnamedFiles } from '#features/uploads/server/index.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import type { TrashDeps } from './create-trash-services.ts';
import { isKeptEntry, listTrash, removeTrashed } from './queries/trash.ts';

/** Deletes an entry permanently. Throws 404, `entry-kept` (409), `file-not-deleted` (503). */
export async function deleteForGood(deps: TrashDeps, entry: TrashParam): Promise<void> {
  if (await removeEntry(deps, entry)) return;
  if (await isKeptEntry(deps.db, entry.kind, entry.id))
    throw new AppError(
      409,
      'entry-kept',
      'This course was given to people, or an unpaid order is for it. It stays in the trash.',
    );
  throw recordNotFound();
}

/**
 * Deletes an entry permanently in one transaction: deletes its files if no other record uses them,
 * and the recipients of its emails. Returns whether it existed and was deleted at `until` or
 * earlier. A concurrent restore either keeps it or finds nothing.
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
    const paths = removed.fileUrls.flatMap((url) => findStoragePath(url) ?? []);
    if (paths.length > 0) await deleteUnnamedFiles(transaction, storage, paths);
    return true;
  });

/** The entries of one round. */
const roundSize = 100;

/** Deletes one round of the trash permanently. An entry whose file cannot be deleted stays, as do courses that are given or ordered. */
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
