import { Hono } from 'hono';
import { mailServerForm } from '#features/mail/rules/mail.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { MailServices } from './create-mail-services.ts';

/** The mail server of the site, for the admin only. */
export function createMailServerResource({ accounts, mail }: AdminGuard & { mail: MailServices }) {
  const signedIn = adminRoutes({ accounts }, { keepsNames: true });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, () => mail.readMailServer()),
    )
    .put(
      '/',
      signedIn({ json: mailServerForm }, (form, account) => mail.saveMailServer(account, form)),
    );
}
