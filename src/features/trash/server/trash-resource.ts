import { Hono } from 'hono';
import {
  emptyingQuery,
  restorations,
  trashKindParam,
  trashParam,
  trashQuery,
} from '#features/trash/rules/trash.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { TrashServices } from './create-trash-services.ts';

/** The trash, for the admin. `DELETE /api/trash` empties it in rounds: repeat it with `next_cursor`. */
export function createTrash({
  accounts,
  services: { trash },
}: AdminGuard & { services: { trash: TrashServices } }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get('/', signedIn({ query: trashQuery }, trash.listTrash))
    .get(
      '/counts',
      signedIn({}, () => trash.countTrash()),
    )
    .post(
      '/:kind/restorations',
      signedIn({ param: trashKindParam, json: restorations }, async (chosen) => ({
        gone: await trash.restoreEntries(chosen),
      })),
    )
    .delete('/:kind/:id', signedIn({ param: trashParam }, trash.deleteForGood))
    .delete('/', signedIn({ query: emptyingQuery }, trash.emptyTrash));
}
