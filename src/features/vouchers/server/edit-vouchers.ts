import { mentorDay, type SiteDeps } from '#features/settings/server/index.ts';
import {
  type NewVoucher,
  toVoucherState,
  type VoucherChange,
  type VoucherSwitch,
} from '#features/vouchers/rules/voucher.ts';
import { hasAll } from '#platform/db/has-all.ts';
import { editedElsewhere, idReused, invalidBody, recordNotFound } from '#platform/errors/errors.ts';
import type { PageQuery } from '#rules/list-page.ts';
import { toWire } from '#rules/wire.ts';
import {
  findVoucher,
  findVoucherOfCode,
  insertVoucher,
  listVoucherRows,
  lockVoucherRow,
  type UsedVoucher,
  updateVoucher,
} from './queries/vouchers.ts';

type EditDeps = Pick<SiteDeps, 'db' | 'readSettings' | 'now'>;

/** Returns what adds to a voucher whether it can be used now. */
async function readStates({ readSettings, now }: EditDeps) {
  const today = mentorDay(now(), (await readSettings()).booking);
  return (voucher: UsedVoucher) => ({
    ...voucher,
    state: toVoucherState(voucher, { today, ...voucher }),
  });
}

/** Lists vouchers with their uses and what became of them, newest first. */
export async function listVouchers(deps: EditDeps, page: PageQuery) {
  const withState = await readStates(deps);
  const { items, next_cursor } = await listVoucherRows(deps.db, page);
  return { items: items.map(withState), next_cursor };
}

const getVoucher = async (deps: EditDeps, id: string) => {
  const voucher = await findVoucher(deps.db, id);
  if (!voucher) throw recordNotFound();
  return (await readStates(deps))(voucher);
};

const codeTaken = () => invalidBody([{ field: 'code', message: 'You have this code already.' }]);

/** Adds a voucher, once for each id. Throws 422 if another has its code, and `id-reused` (409). */
export async function addVoucher(deps: EditDeps, voucher: NewVoucher) {
  if (!(await insertVoucher(deps.db, voucher))) {
    const known = await findVoucher(deps.db, voucher.id);
    if (!known) throw codeTaken();
    if (!hasAll(known, voucher)) throw idReused(voucher.id);
  }
  return getVoucher(deps, voucher.id);
}

async function edit(
  deps: EditDeps,
  { id, version }: { id: string; version: number },
  change: Parameters<typeof updateVoucher>[2],
) {
  await deps.db.transaction(async (transaction) => {
    const before = await lockVoucherRow(transaction, id);
    if (!before) throw recordNotFound();
    if (hasAll(before, change)) return;
    if (before.version !== version) throw editedElsewhere(toWire(before));
    if (change.code !== undefined) {
      const named = await findVoucherOfCode(transaction, change.code);
      if (named && named.id !== id) throw codeTaken();
    }
    await updateVoucher(transaction, id, change);
  });
  return getVoucher(deps, id);
}

/** Changes a voucher. Its orders keep their prices. Throws 404, 422, `edited-elsewhere` (409). */
export const changeVoucher = (
  deps: EditDeps,
  { id, version, ...terms }: VoucherChange & { id: string },
) => edit(deps, { id, version }, terms);

/** Switches a voucher off or on. Throws 404, `edited-elsewhere` (409). */
export const switchVoucher = (
  deps: EditDeps,
  { id, version, isOff }: VoucherSwitch & { id: string },
) => edit(deps, { id, version }, { switchedOffAt: isOff ? deps.now() : null });
