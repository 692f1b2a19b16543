import { Hono } from 'hono';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { ContentServices } from './content-services.ts';

/** `GET /api/samples` counts the records of the sample content, and `DELETE` removes them. */
export function createSamples({
  accounts,
  services,
}: AdminGuard & { services: Pick<ContentServices, 'countSamples' | 'removeSamples'> }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json({ count: await services.countSamples() }))
    .delete('/', signedIn, async (c) => {
      await services.removeSamples();
      return c.body(null, 204);
    });
}
