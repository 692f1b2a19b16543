import { Hono } from 'hono';
import { leadSubmission } from '#domain/lead.ts';
import { leadFilter, leadQuery } from '#domain/lead-group.ts';
import { recordParam } from '#domain/list-page.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots } from '#server/http/json-body.ts';
import { type Authorise, requireAdmin, toVisitor } from '#server/http/require-admin.ts';
import { requireHuman } from '#server/http/require-human.ts';
import { validBody, validParam, validQuery } from '#server/http/validate-request.ts';
import type { AdminServices } from '#server/services/admin/create-admin-services.ts';
import type { Services } from '#server/services/create-services.ts';
import { csvHeaders } from './csv-headers.ts';

interface LeadsDeps {
  authorise: Authorise;
  checkHuman: CheckHuman;
  services: Pick<Services, 'submitLead'>;
  admin: Pick<AdminServices, 'listLeads' | 'countLeads' | 'exportLeads' | 'deleteLead'>;
}

/**
 * `POST /api/leads`, public: takes a lead; 201 with its id, as often as it is repeated. All else
 * is for the admin.
 */
export function createLeads({ authorise, checkHuman, services, admin }: LeadsDeps) {
  const signedIn = requireAdmin(authorise);
  return new Hono<HttpEnv>()
    .post(
      '/',
      readJson(),
      trapBots(pretendCreated),
      validBody(leadSubmission),
      requireHuman(checkHuman),
      async (c) => {
        const lead = c.req.valid('json');
        await services.submitLead(lead, toVisitor(c));
        return c.json({ id: lead.id }, 201);
      },
    )
    .get('/', signedIn, validQuery(leadQuery), async (c) =>
      c.json(await admin.listLeads(c.req.valid('query'))),
    )
    .get('/counts', signedIn, validQuery(leadFilter), async (c) =>
      c.json(await admin.countLeads(c.req.valid('query'))),
    )
    .get('/export', signedIn, validQuery(leadFilter), (c) =>
      c.body(admin.exportLeads(c.req.valid('query')), 200, csvHeaders('leads')),
    )
    .delete('/:id', signedIn, validParam(recordParam), async (c) => {
      await admin.deleteLead(c.req.valid('param'));
      return c.body(null, 204);
    });
}
