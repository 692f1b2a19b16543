import { Hono } from 'hono';
import { leadSubmission } from '#features/leads/rules/lead.ts';
import { leadFilter, leadQuery } from '#features/leads/rules/lead-group.ts';
import { leadChange, leadIds, leadStateChanges } from '#features/leads/rules/lead-state.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin, toVisitor } from '#platform/auth/require-admin.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { pretendCreated, publicForm } from '#platform/http/public-form.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { csvHeaders } from '#platform/http/stream-csv.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import type { LeadServices } from './create-lead-services.ts';

/**
 * `POST /api/leads`, public: takes a lead; 201 with its id and, if there is something
 * to pay, the private link to its order, as often as it is repeated. All else
 * is for the services.
 */
export function createLeads({
  accounts,
  checkHuman,
  services,
}: AdminGuard & { checkHuman: CheckHuman; services: LeadServices }) {
  const signedIn = requireAdmin(accounts);
  const form = { schema: leadSubmission, checkHuman, pretendSuccess: pretendCreated };
  return new Hono<HttpEnv>()
    .post('/', publicForm(form), async (c) => {
      const lead = c.req.valid('json');
      const { payLink } = await services.submitLead(lead, toVisitor(c));
      return c.json({ id: lead.id, ...(payLink && { pay_path: payLink.path }) }, 201);
    })
    .get('/', signedIn, valid('query', leadQuery), async (c) =>
      c.json(await services.listLeads(c.req.valid('query'))),
    )
    .get('/counts', signedIn, valid('query', leadFilter), async (c) =>
      c.json(await services.countLeads(c.req.valid('query'))),
    )
    .get('/export', signedIn, valid('query', leadFilter), (c) =>
      c.body(services.exportLeads(c.req.valid('query')), 200, csvHeaders('leads')),
    )
    .post('/states', signedIn, jsonBody(leadStateChanges), async (c) =>
      c.json(await services.changeLeadStates(c.req.valid('json'))),
    )
    .post('/deletions', signedIn, jsonBody(leadIds), async (c) =>
      c.json({ gone: await services.deleteLeads(c.req.valid('json')) }),
    )
    .patch('/:id', signedIn, valid('param', recordParam), jsonBody(leadChange), async (c) =>
      c.json(await services.changeLead({ ...c.req.valid('param'), ...c.req.valid('json') })),
    )
    .get('/:id/replies', signedIn, valid('param', recordParam), async (c) =>
      c.json({ items: await services.listReplies(c.req.valid('param')) }),
    )
    .delete('/:id', signedIn, valid('param', recordParam), async (c) => {
      await services.deleteLead(c.req.valid('param'));
      return c.body(null, 204);
    });
}
