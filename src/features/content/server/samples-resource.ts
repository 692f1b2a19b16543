import { Hono } from 'hono';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { ContentServices } from './content-services.ts';

/** `GET /api/samples` counts the records of the sample content, and `DELETE` removes them. */
export function createSamples({
  accounts,
  services,
}: AdminGuard & { services: Pick<ContentServices, 'countSamples' | 'removeSamples'> }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, async () => ({ count: await services.countSamples() })),
    )
    .delete(
      '/',
      signedIn({}, async () => void (await services.removeSamples())),
    );
}
