import { Hono } from 'hono';
import { z } from 'zod';
import { requiredText } from '#domain/text.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { type Authorise, requireAdmin } from '#server/http/require-admin.ts';
import { validParam } from '#server/http/validate-request.ts';
import type { AdminServices } from '#server/services/admin/create-admin-services.ts';

interface AdminDeps {
  authorise: Authorise;
  admin: Pick<
    AdminServices,
    'readOverview' | 'listFailedMails' | 'resendMail' | 'listCapturedMails'
  >;
}

/** The overview of the admin, and the mail that did not leave. */
export function createAdmin({ authorise, admin }: AdminDeps) {
  const signedIn = requireAdmin(authorise);
  return new Hono<HttpEnv>()
    .get('/overview', signedIn, async (c) => c.json(await admin.readOverview()))
    .get('/failed_mails', signedIn, async (c) => c.json(await admin.listFailedMails()))
    .post(
      '/failed_mails/:key/resend',
      signedIn,
      validParam(z.object({ key: requiredText('This is no key.', 1, 200) })),
      async (c) => {
        await admin.resendMail(c.req.valid('param'));
        return c.body(null, 204);
      },
    )
    .get('/captured_mails', signedIn, async (c) =>
      c.json(await admin.listCapturedMails(c.var.admin)),
    );
}
