import { Hono } from 'hono';
import { mailServerForm } from '#features/mail/rules/mail.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import type { MailServices } from './create-mail-services.ts';

/** The mail server of the site, for the admin only. */
export function createMailServerResource({ accounts, mail }: AdminGuard & { mail: MailServices }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await mail.readMailServer()))
    .put('/', signedIn, jsonBody(mailServerForm), async (c) =>
      c.json(await mail.saveMailServer(c.var.admin, c.req.valid('json'))),
    );
}
