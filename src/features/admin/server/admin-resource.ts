import { Hono } from 'hono';
import { adminSearch } from '#features/admin/rules/admin-search.ts';
import type { MailServices } from '#features/mail/server/index.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import { requiredText, z } from '#rules/zod.ts';
import type { AdminServices } from './create-admin-services.ts';

const mailParam = z.object({ key: requiredText('This key is invalid.', 1, 200) });

/**
 * Today's sessions, the search, and undelivered mail. The search text is in the body because proxies
 * log URLs.
 */
export function createAdmin({
  accounts,
  admin,
  mail,
}: AdminGuard & { admin: AdminServices; mail: MailServices }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/today', signedIn, async (c) => c.json(await admin.readToday()))
    .post('/search', signedIn, jsonBody(adminSearch), async (c) =>
      c.json(await admin.searchAdmin(c.req.valid('json'))),
    )
    .get('/failed_mails', signedIn, async (c) => c.json(await mail.listFailedMails()))
    .post('/failed_mails/:key/resend', signedIn, valid('param', mailParam), async (c) => {
      await mail.resendMail(c.req.valid('param'));
      return c.body(null, 204);
    })
    .delete('/failed_mails/:key', signedIn, valid('param', mailParam), async (c) => {
      await mail.dismissMail(c.req.valid('param'));
      return c.body(null, 204);
    })
    .get('/captured_mails', signedIn, async (c) =>
      c.json(await mail.listCapturedMails(c.var.admin)),
    );
}
