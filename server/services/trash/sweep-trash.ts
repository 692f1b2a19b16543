import { deletedBefore } from '#domain/trash.ts';
import type { TrashDeps } from './create-trash-services.ts';
import { emptyTrash } from './delete-for-good.ts';

/** Deletes for good what has lain in the trash long enough. What fails is left to the next time. */
export async function sweepTrash(deps: TrashDeps): Promise<void> {
  const until = deletedBefore(deps.now()).toISOString();
  let deleted = 0;
  let cursor: string | undefined;
  do {
    const round = await emptyTrash(deps, { until, cursor });
    deleted += round.deleted;
    cursor = round.next_cursor ?? undefined;
  } while (cursor !== undefined);
  if (deleted > 0) deps.log.info({ deleted }, 'The trash was swept');
}
