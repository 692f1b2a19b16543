import { Hono } from 'hono';
import {
  keyParam,
  payfastKeyForm,
  paystackKeyForm,
} from '#features/payments/rules/payment-keys.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { PaymentSetUpServices } from './create-payment-services.ts';

/** The keys of the payment providers, for the admin only. Answers never contain them. */
export function createPaymentKeysResource({
  accounts,
  paymentSetUp,
}: AdminGuard & { paymentSetUp: PaymentSetUpServices }) {
  const signedIn = adminRoutes({ accounts }, { keepsNames: true });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, () => paymentSetUp.readPaymentKeys()),
    )
    .put(
      '/payfast',
      signedIn({ json: payfastKeyForm }, ({ currentPassword, ...payfast }, account) =>
        paymentSetUp.savePaymentKeys(account, { currentPassword, payfast }),
      ),
    )
    .put(
      '/paystack',
      signedIn({ json: paystackKeyForm }, ({ currentPassword, ...paystack }, account) =>
        paymentSetUp.savePaymentKeys(account, { currentPassword, paystack }),
      ),
    )
    .post(
      '/:provider/test',
      signedIn({ param: keyParam }, (param, account) =>
        paymentSetUp.testPaymentKeys(account, param),
      ),
    )
    .delete(
      '/:provider',
      signedIn({ param: keyParam }, (param, account) =>
        paymentSetUp.removePaymentKeys(account, param),
      ),
    );
}
