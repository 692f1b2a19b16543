import { readRetention } from '#features/settings/server/index.ts';
import { keepsSince } from '#rules/retention.ts';
import type { TrashDeps } from './create-trash-services.ts';
import { emptyTrash } from './delete-for-good.ts';

/** Permanently deletes old entries of the trash. Failures are retried the next night. */
export async function sweepTrash(deps: TrashDeps): Promise<void> {
  const retention = await readRetention(deps.db);
  const until = keepsSince(deps.now(), retention, 'trashDays').toISOString();
  let deleted = 0;
  let cursor: string | undefined;
  do {
    const round = await emptyTrash(deps, { until, cursor });
    deleted += round.deleted;
    cursor = round.next_cursor ?? undefined;
  } while (cursor !== undefined);
  if (deleted > 0) deps.log.info({ deleted }, 'The trash was swept');
}
