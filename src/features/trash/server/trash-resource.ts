import { Hono } from 'hono';
import {
  emptyingQuery,
  restorations,
  trashKindParam,
  trashParam,
  trashQuery,
} from '#features/trash/rules/trash.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import type { TrashServices } from './create-trash-services.ts';

/** The trash, for the admin. `DELETE /api/trash` empties it in rounds: repeat it with `next_cursor`. */
export function createTrash({
  accounts,
  services: { trash },
}: AdminGuard & { services: { trash: TrashServices } }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, valid('query', trashQuery), async (c) =>
      c.json(await trash.listTrash(c.req.valid('query'))),
    )
    .get('/counts', signedIn, async (c) => c.json(await trash.countTrash()))
    .post(
      '/:kind/restorations',
      signedIn,
      valid('param', trashKindParam),
      jsonBody(restorations),
      async (c) => {
        const gone = await trash.restoreEntries({
          ...c.req.valid('param'),
          ...c.req.valid('json'),
        });
        return c.json({ gone });
      },
    )
    .delete('/:kind/:id', signedIn, valid('param', trashParam), async (c) => {
      await trash.deleteForGood(c.req.valid('param'));
      return c.body(null, 204);
    })
    .delete('/', signedIn, valid('query', emptyingQuery), async (c) =>
      c.json(await trash.emptyTrash(c.req.valid('query'))),
    );
}
