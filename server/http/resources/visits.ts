import { Hono } from 'hono';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { shownPage, visitPeriod } from '#domain/visits.ts';
import { hasSessionCookie } from '#server/auth/session-cookie.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { findPublicPage } from '#server/http/public-pages.ts';
import { refusesCounting } from '#server/http/refuses-counting.ts';
import { requireAdmin } from '#server/http/require-admin.ts';
import { valid } from '#server/http/validate-request.ts';
import { csvHeaders } from './leads.ts';

/**
 * `POST /api/visits`, public: counts a page that was shown; 204, whether or not it counts. Robots, whoever
 * refuses it, pages that nobody has looked at yet, and whoever is signed in do not. What is told stands in
 * the query, since a body costs more to read than all else here. All else is for the admin.
 */
export function createVisits({ accounts, admin, services }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  const isRobot = createIsRobot();
  return new Hono<HttpEnv>()
    .post('/', valid('query', shownPage), (c) => {
      const { page, ...source } = c.req.valid('query');
      const userAgent = c.req.header('user-agent') ?? '';
      const isCounted =
        page !== null &&
        isPage(page) &&
        !refusesCounting(c.req.raw.headers) &&
        !c.req.header('sec-purpose')?.includes('prefetch') &&
        !hasSessionCookie(c.req.header('cookie')) &&
        !isRobot(userAgent);
      if (isCounted) {
        const { ipAddress } = c.var;
        services.visits.count({ page, source, ipAddress, userAgent });
      }
      return c.body(null, 204);
    })
    .get('/', signedIn, valid('query', visitPeriod), async (c) =>
      c.json(await admin.readVisits(c.req.valid('query'))),
    )
    .get('/export', signedIn, valid('query', visitPeriod), (c) =>
      c.body(admin.exportVisits(c.req.valid('query')), 200, csvHeaders('visits')),
    );
}

/**
 * Returns what knows robots by their names. Few names are most of all: the pattern for it is long, and
 * each of them meets it once.
 */
function createIsRobot(): (userAgent: string) => boolean {
  const known = new LRUCache<string, boolean>({ max: 1_000 });
  return (userAgent) => {
    const isKnown = known.get(userAgent);
    if (isKnown !== undefined) return isKnown;
    // No browser is without a name.
    const isRobot = userAgent === '' || isbot(userAgent);
    known.set(userAgent, isRobot);
    return isRobot;
  };
}

/** Whether a path is that of a public page, not of a file. */
const isPage = (path: string) => findPublicPage(path) !== undefined && !path.includes('.');
