import type { BookingOrders } from '#features/booking/server/index.ts';
import { findCurrentVersion, readVersion } from '#features/settings/server/index.ts';
import { goneAt, type TrashQuery } from '#features/trash/rules/trash.ts';
import type { Database } from '#platform/db/executor.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import { deleteForGood, emptyTrash } from './delete-for-good.ts';
import { countKept, countTrash, listTrash as readTrash } from './queries/trash.ts';
import { restoreEntries, restoreEntry } from './restore-entry.ts';
import { sweepTrash } from './sweep-trash.ts';

export interface TrashDeps
  extends Pick<ServiceDeps, 'db' | 'sendMail' | 'now' | 'log' | 'storage'> {
  orders: Pick<BookingOrders, 'lockForBooking' | 'reopenForBooking'>;
}

export type TrashServices = ReturnType<typeof createTrashServices>;

/** Returns the services of the trash. */
export const createTrashServices = (deps: TrashDeps) =>
  bindUseCases(deps, {
    listTrash,
    countTrash: count,
    restoreEntry,
    restoreEntries,
    deleteForGood,
    emptyTrash,
    sweepTrash,
  });

/** Lists one page of the trash, the latest deletion first. Throws `invalid-cursor` (400). */
async function listTrash({ db }: TrashDeps, query: TrashQuery) {
  const [{ items, next_cursor }, days] = await Promise.all([readTrash(db, query), readDays(db)]);
  return {
    items: items.map((row) => ({
      ...row,
      gone_at: goneAt(new Date(row.deleted_at), days),
    })),
    next_cursor,
  };
}

async function count({ db, now }: TrashDeps) {
  const countedAt = now();
  return {
    counts: await countTrash(db),
    kept: await countKept(db),
    counted_at: countedAt,
  };
}

const readDays = async (db: Database): Promise<number> =>
  readVersion('legal', await findCurrentVersion(db, 'legal')).value.retention.trashDays;
