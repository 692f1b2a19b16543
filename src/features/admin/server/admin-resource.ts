import { Hono } from 'hono';
import { adminSearch } from '#features/admin/rules/admin-search.ts';
import type { MailServices } from '#features/mail/server/index.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
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
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get(
      '/today',
      signedIn({}, () => admin.readToday()),
    )
    .post('/search', signedIn({ json: adminSearch }, admin.searchAdmin))
    .get(
      '/failed_mails',
      signedIn({}, () => mail.listFailedMails()),
    )
    .post('/failed_mails/:key/resend', signedIn({ param: mailParam }, mail.resendMail))
    .delete('/failed_mails/:key', signedIn({ param: mailParam }, mail.dismissMail))
    .get(
      '/captured_mails',
      signedIn({}, (_, account) => mail.listCapturedMails(account)),
    );
}
