import { Hono } from 'hono';
import { z } from 'zod';
import { requiredText } from '#domain/text.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { type Authorise, requireAdmin } from '#server/http/require-admin.ts';
import { validParam } from '#server/http/valid-address.ts';
import type { DeskServices } from '#server/services/desk/create-desk-services.ts';

interface DeskDeps {
  authorise: Authorise;
  desk: Pick<DeskServices, 'readOverview' | 'listFailedMails' | 'resendMail' | 'listCapturedMails'>;
}

/** What the desk shows at a glance, and the mail that did not leave. */
export function createDesk({ authorise, desk }: DeskDeps) {
  const admin = requireAdmin(authorise);
  return new Hono<HttpEnv>()
    .get('/overview', admin, async (c) => c.json(await desk.readOverview()))
    .get('/failed_mails', admin, async (c) => c.json(await desk.listFailedMails()))
    .post(
      '/failed_mails/:key/resend',
      admin,
      validParam(z.object({ key: requiredText('This is no key.', 1, 200) })),
      async (c) => {
        await desk.resendMail(c.req.valid('param'));
        return c.body(null, 204);
      },
    )
    .get('/captured_mails', admin, async (c) => c.json(await desk.listCapturedMails(c.var.admin)));
}
