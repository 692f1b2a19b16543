import { Hono } from 'hono';
import { isbot } from 'isbot';
import { shownPage, visitPeriod } from '#features/visits/rules/visits.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import { hasSessionCookie } from '#platform/auth/session-cookie.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { type ReadHeader, refusesCounting } from '#platform/http/refuses-counting.ts';
import { csvHeaders } from '#platform/http/stream-csv.ts';
import { valid } from '#platform/http/validate-request.ts';
import { findPublicPage } from '#platform/page-cache/public-pages.ts';
import type { VisitServices } from './create-visit-services.ts';

/** `POST /api/visits` is public and counts a page view. The rest is for the admin. */
export function createVisits({
  accounts,
  services: { visits },
}: AdminGuard & { services: { visits: VisitServices } }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .post('/', valid('query', shownPage), (c) => {
      const { page, ...source } = c.req.valid('query');
      const header: ReadHeader = (name) => c.req.header(name);
      const { ipAddress } = c.var;
      const userAgent = header('user-agent') ?? '';
      if (page !== null && isPublicPage(page) && isCounted(header))
        visits.count({ page, source, ipAddress, userAgent });
      return c.body(null, 204);
    })
    .get('/', signedIn({ query: visitPeriod }, visits.readVisits))
    .get('/export', requireAdmin(accounts), valid('query', visitPeriod), (c) =>
      c.body(visits.exportVisits(c.req.valid('query')), 200, csvHeaders('visits')),
    );
}

/**
 * Excludes visitors who opt out, prefetched pages, admins and robots. Every browser sends a user
 * agent.
 */
function isCounted(header: ReadHeader): boolean {
  const userAgent = header('user-agent') ?? '';
  return (
    !refusesCounting(header) &&
    !header('sec-purpose')?.includes('prefetch') &&
    !hasSessionCookie(header('cookie')) &&
    userAgent !== '' &&
    !isbot(userAgent)
  );
}

/** Returns whether a path is a public page, not a file. */
const isPublicPage = (path: string) => findPublicPage(path) !== undefined && !path.includes('.');
