import { Hono } from 'hono';
import { shownPage, visitPeriod } from '#domain/visits.ts';
import { createCountShownPage } from '#server/http/count-shown-page.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { requireAdmin } from '#server/http/require-admin.ts';
import { valid } from '#server/http/validate-request.ts';
import { csvHeaders } from './leads.ts';

/**
 * `POST /api/visits`, public: counts a page that was shown; 204, whether or not it counts. What is told
 * stands in the query, since a body costs more to read than all else here. All else is for the admin.
 */
export function createVisits({ accounts, admin, services }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  const countShownPage = createCountShownPage(services.visits);
  return new Hono<HttpEnv>()
    .post('/', valid('query', shownPage), (c) => {
      const header = (name: string) => c.req.header(name);
      countShownPage(c.req.valid('query'), { header, ipAddress: c.var.ipAddress });
      return c.body(null, 204);
    })
    .get('/', signedIn, valid('query', visitPeriod), async (c) =>
      c.json(await admin.readVisits(c.req.valid('query'))),
    )
    .get('/export', signedIn, valid('query', visitPeriod), (c) =>
      c.body(admin.exportVisits(c.req.valid('query')), 200, csvHeaders('visits')),
    );
}
