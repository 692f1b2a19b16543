import { Hono } from 'hono';
import { stepConfirmation } from '#features/admin/rules/first-steps.ts';
import type { MailServices } from '#features/mail/server/index.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { AdminServices } from './create-admin-services.ts';

/** The progress of the first steps, at `/api/first-steps`. */
export function createFirstSteps({
  accounts,
  admin: { firstSteps },
  mail,
}: AdminGuard & { admin: Pick<AdminServices, 'firstSteps'>; mail: MailServices }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, (_, account) => firstSteps.readFirstSteps(account)),
    )
    .post('/confirmations', signedIn({ json: stepConfirmation }, firstSteps.confirmStep))
    .post(
      '/dismissal',
      signedIn({}, () => firstSteps.dismissFirstSteps()),
    )
    .delete(
      '/dismissal',
      signedIn({}, () => firstSteps.recallFirstSteps()),
    )
    .post(
      '/test-mail',
      signedIn({}, (_, account) => mail.sendTestMail(account)),
    );
}
