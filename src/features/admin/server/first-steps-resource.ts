import { Hono } from 'hono';
import { stepConfirmation } from '#features/admin/rules/first-steps.ts';
import type { MailServices } from '#features/mail/server/index.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import type { AdminServices } from './create-admin-services.ts';

/** The progress of the first steps, at `/api/first-steps`. */
export function createFirstSteps({
  accounts,
  admin: { firstSteps },
  mail,
}: AdminGuard & { admin: Pick<AdminServices, 'firstSteps'>; mail: MailServices }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await firstSteps.readFirstSteps(c.var.admin)))
    .post('/confirmations', signedIn, jsonBody(stepConfirmation), async (c) => {
      await firstSteps.confirmStep(c.req.valid('json'));
      return c.body(null, 204);
    })
    .post('/dismissal', signedIn, async (c) => {
      await firstSteps.dismissFirstSteps();
      return c.body(null, 204);
    })
    .delete('/dismissal', signedIn, async (c) => {
      await firstSteps.recallFirstSteps();
      return c.body(null, 204);
    })
    .post('/test-mail', signedIn, async (c) => c.json(await mail.sendTestMail(c.var.admin)));
}
