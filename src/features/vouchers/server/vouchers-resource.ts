import { Hono } from 'hono';
import { newVoucher, voucherChange, voucherSwitch } from '#features/vouchers/rules/voucher.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { pageQuery, recordParam } from '#rules/list-page.ts';
import type { VoucherServices } from './create-voucher-services.ts';

/** Codes that make orders cheaper, for the admin. They are switched off and not deleted: orders name them. */
export function createVouchers({
  accounts,
  services: { vouchers },
}: AdminGuard & { services: { vouchers: VoucherServices } }) {
  const signedIn = adminRoutes({ accounts });
  const one = { param: recordParam };
  return new Hono<HttpEnv>()
    .get('/', signedIn({ query: pageQuery }, vouchers.listVouchers))
    .post('/', signedIn({ json: newVoucher, status: 201 }, vouchers.addVoucher))
    .put('/:id', signedIn({ ...one, json: voucherChange }, vouchers.changeVoucher))
    .put('/:id/switch', signedIn({ ...one, json: voucherSwitch }, vouchers.switchVoucher));
}
