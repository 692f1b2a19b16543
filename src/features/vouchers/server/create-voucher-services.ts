import type { SiteDeps } from '#features/settings/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import * as editing from './edit-vouchers.ts';
import { hasUsableVoucher } from './spend-voucher.ts';

export type VoucherServices = ReturnType<typeof createVoucherServices>;

/** Creates the use cases of vouchers. Starts nothing. */
export const createVoucherServices = (deps: Pick<SiteDeps, 'db' | 'readSettings' | 'now'>) =>
  bindUseCases(deps, { ...editing, hasUsableVoucher });
