import { Hono } from 'hono';
import { leadFilter, leadQuery } from '#domain/lead-group.ts';
import { recordParam } from '#domain/list-page.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { type Authorise, requireAdmin } from '#server/http/require-admin.ts';
import { validParam, validQuery } from '#server/http/valid-address.ts';
import type { DeskServices } from '#server/services/desk/create-desk-services.ts';
import { csvHeaders } from './csv-headers.ts';

interface DeskLeadsDeps {
  authorise: Authorise;
  leads: DeskServices['leads'];
}

/** What the admin may do with leads: read them, count them, take them along, delete them. */
export function createDeskLeads({ authorise, leads }: DeskLeadsDeps) {
  const admin = requireAdmin(authorise);
  return new Hono<HttpEnv>()
    .get('/', admin, validQuery(leadQuery), async (c) =>
      c.json(await leads.list(c.req.valid('query'))),
    )
    .get('/counts', admin, validQuery(leadFilter), async (c) =>
      c.json(await leads.count(c.req.valid('query'))),
    )
    .get('/export', admin, validQuery(leadFilter), (c) =>
      c.body(leads.export(c.req.valid('query')), 200, csvHeaders('leads')),
    )
    .delete('/:id', admin, validParam(recordParam), async (c) => {
      await leads.delete(c.req.valid('param'));
      return c.body(null, 204);
    });
}
