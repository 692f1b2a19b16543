import { Hono } from 'hono';
import { leadSubmission } from '#features/leads/rules/lead.ts';
import { leadFilter, leadQuery } from '#features/leads/rules/lead-group.ts';
import { leadChange, leadIds, leadStateChanges } from '#features/leads/rules/lead-state.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin, toVisitor } from '#platform/auth/require-admin.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { pretendCreated, publicForm } from '#platform/http/public-form.ts';
import { csvHeaders } from '#platform/http/stream-csv.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import type { LeadServices } from './create-lead-services.ts';

/**
 * `/api/leads`. `POST` is public and can be repeated: it returns 201 with the lead's id and, if there
 * is something to pay, the private link to its order and its amount. The rest is for the admin.
 */
export function createLeads({
  accounts,
  checkHuman,
  services,
}: AdminGuard & { checkHuman: CheckHuman; services: LeadServices }) {
  const signedIn = adminRoutes({ accounts });
  const form = { schema: leadSubmission, checkHuman, pretendSuccess: pretendCreated };
  return new Hono<HttpEnv>()
    .post('/', publicForm(form), async (c) => {
      const lead = c.req.valid('json');
      const { payLink } = await services.submitLead(lead, toVisitor(c));
      const order = payLink && { pay_path: payLink.path, amount_cents: payLink.amountCents };
      return c.json({ id: lead.id, ...order }, 201);
    })
    .get('/', signedIn({ query: leadQuery }, services.listLeads))
    .get('/counts', signedIn({ query: leadFilter }, services.countLeads))
    .get('/export', requireAdmin(accounts), valid('query', leadFilter), (c) =>
      c.body(services.exportLeads(c.req.valid('query')), 200, csvHeaders('leads')),
    )
    .post('/states', signedIn({ json: leadStateChanges }, services.changeLeadStates))
    .post(
      '/deletions',
      signedIn({ json: leadIds }, async (chosen) => ({ gone: await services.deleteLeads(chosen) })),
    )
    .patch('/:id', signedIn({ param: recordParam, json: leadChange }, services.changeLead))
    .get(
      '/:id/replies',
      signedIn({ param: recordParam }, async (lead) => ({
        items: await services.listReplies(lead),
      })),
    )
    .delete('/:id', signedIn({ param: recordParam }, services.deleteLead));
}
