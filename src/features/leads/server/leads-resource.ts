import { Hono } from 'hono';
import { requireAdmin, toVisitor } from '#features/accounts/server/require-admin.ts';
import { leadSubmission } from '#features/leads/rules/lead.ts';
import { leadFilter, leadQuery } from '#features/leads/rules/lead-group.ts';
import { leadChange, leadIds, leadStateChanges } from '#features/leads/rules/lead-state.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import type { HttpDeps, HttpEnv } from '#server/env.ts';
import { pretendCreated, publicForm } from '#server/public-form.ts';

/** Returns the headers of a CSV file to keep, named after what it holds and the day (UTC). */
export const csvHeaders = (what: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${what}-${new Date().toISOString().slice(0, 10)}.csv"`,
});

/**
 * `POST /api/leads`, public: takes a lead; 201 with its id, as often as it is repeated. All else
 * is for the admin.
 */
export function createLeads({ accounts, checkHuman, services, admin }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  const form = { schema: leadSubmission, checkHuman, pretendSuccess: pretendCreated };
  return new Hono<HttpEnv>()
    .post('/', publicForm(form), async (c) => {
      const lead = c.req.valid('json');
      await services.submitLead(lead, toVisitor(c));
      return c.json({ id: lead.id }, 201);
    })
    .get('/', signedIn, valid('query', leadQuery), async (c) =>
      c.json(await admin.listLeads(c.req.valid('query'))),
    )
    .get('/counts', signedIn, valid('query', leadFilter), async (c) =>
      c.json(await admin.countLeads(c.req.valid('query'))),
    )
    .get('/export', signedIn, valid('query', leadFilter), (c) =>
      c.body(admin.exportLeads(c.req.valid('query')), 200, csvHeaders('leads')),
    )
    .post('/states', signedIn, jsonBody(leadStateChanges), async (c) =>
      c.json(await admin.changeLeadStates(c.req.valid('json'))),
    )
    .post('/deletions', signedIn, jsonBody(leadIds), async (c) =>
      c.json({ gone: await admin.deleteLeads(c.req.valid('json')) }),
    )
    .patch('/:id', signedIn, valid('param', recordParam), jsonBody(leadChange), async (c) =>
      c.json(await admin.changeLead({ ...c.req.valid('param'), ...c.req.valid('json') })),
    )
    .get('/:id/replies', signedIn, valid('param', recordParam), async (c) =>
      c.json({ items: await admin.listReplies(c.req.valid('param')) }),
    )
    .delete('/:id', signedIn, valid('param', recordParam), async (c) => {
      await admin.deleteLead(c.req.valid('param'));
      return c.body(null, 204);
    });
}
