import type { ListPage } from '#domain/list-page.ts';
import { goneAt, type TrashCounts, type TrashEntry, type TrashQuery } from '#domain/trash.ts';
import { countTrash, listTrash as readTrash } from '#server/db/queries/trash.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { deleteForGood, emptyTrash } from './delete-for-good.ts';
import { restoreEntry } from './restore-entry.ts';
import { sweepTrash } from './sweep-trash.ts';

/** What the use cases of the trash work on. */
export interface TrashDeps
  extends Pick<ServiceDeps, 'db' | 'sendMail' | 'now' | 'log' | 'readFacts'> {
  storage: FileStorage;
}

/** Puts together what can be done with what was deleted. Starts nothing. */
export const createTrashServices = (deps: TrashDeps) =>
  bindUseCases(deps, {
    listTrash,
    countTrash: count,
    restoreEntry,
    deleteForGood,
    emptyTrash,
    sweepTrash,
  });

/** Lists one page of what was deleted, the last first. Throws `invalid-cursor` (400). */
async function listTrash({ db }: TrashDeps, query: TrashQuery): Promise<ListPage<TrashEntry>> {
  const { items, next_cursor } = await readTrash(db, query);
  return {
    items: items.map((row) => ({
      ...row,
      gone_at: goneAt(new Date(row.deleted_at)).toISOString(),
    })),
    next_cursor,
  };
}

async function count({ db, now }: TrashDeps): Promise<TrashCounts> {
  const countedAt = now();
  return { counts: await countTrash(db), counted_at: countedAt.toISOString() };
}
