import { Hono } from 'hono';
import { requiredText, z } from '#domain/zod.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { requireAdmin } from '#server/http/require-admin.ts';
import { valid } from '#server/http/validate-request.ts';

const mailParam = z.object({ key: requiredText('This is no key.', 1, 200) });

/** The overview of the admin, and the mail that did not leave. */
export function createAdmin({ accounts, admin }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/overview', signedIn, async (c) => c.json(await admin.readOverview()))
    .get('/failed_mails', signedIn, async (c) => c.json(await admin.listFailedMails()))
    .post('/failed_mails/:key/resend', signedIn, valid('param', mailParam), async (c) => {
      await admin.resendMail(c.req.valid('param'));
      return c.body(null, 204);
    })
    .delete('/failed_mails/:key', signedIn, valid('param', mailParam), async (c) => {
      await admin.dismissMail(c.req.valid('param'));
      return c.body(null, 204);
    })
    .get('/captured_mails', signedIn, async (c) =>
      c.json(await admin.listCapturedMails(c.var.admin)),
    );
}
