import { mentorDay, type SiteDeps } from '#features/settings/server/index.ts';
import { toDiscount, toVoucherState } from '#features/vouchers/rules/voucher.ts';
import { codeRefused } from '#features/vouchers/rules/voucher-code.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { invalidBody } from '#platform/errors/errors.ts';
import type { Caller, Limiter } from '#platform/limits/limiter.ts';
import { toDiscountCents } from '#rules/price.ts';
import { countUsesBy, listOpenVouchers, lockVoucher } from './queries/vouchers.ts';

type VoucherDeps = Pick<SiteDeps, 'readSettings' | 'now'>;

/** A code that was sent with a form. */
export interface SentCode {
  code: string;
  /**
   * Whether the form waited for the database. Its sender was told that it was received, so a code that can’t be used
   * does not refuse it.
   */
  isLate: boolean;
}

/** Returns the code that was sent with a form, if one was. */
export const toSentCode = (code: string | undefined, receivedAt: Date | undefined) =>
  code === undefined ? undefined : { code, isLate: receivedAt !== undefined };

/** A code that someone wants to use. */
interface AskedVoucher {
  code: string;
  /** The id of the course or session type. */
  offerId: string | null;
  /** Whose use it would be. */
  email: string | null;
  priceCents: number;
}

/** What a code takes off a price. */
interface SpentVoucher {
  id: string;
  discountCents: number;
}

/** The code can’t be used, for whatever reason (422). */
export const voucherRefused = () => invalidBody([{ field: 'voucher_code', message: codeRefused }]);

const findToday = async ({ readSettings, now }: VoucherDeps) =>
  mentorDay(now(), (await readSettings()).booking);

/**
 * Returns what a code takes off a price; undefined if it can’t be used for it. The voucher stays locked until the
 * transaction ends, which has to store the order: orders are its uses.
 */
export async function spendVoucher(
  deps: VoucherDeps,
  transaction: Transaction,
  { code, offerId, email, priceCents }: AskedVoucher,
): Promise<SpentVoucher | undefined> {
  const today = await findToday(deps);
  const voucher = await lockVoucher(transaction, code);
  if (!voucher || toVoucherState(voucher, { today, ...voucher }) !== 'usable') return undefined;
  const { id, offerIds, maxUsesEach } = voucher;
  if (offerIds && !(offerId !== null && offerIds.includes(offerId))) return undefined;
  if (maxUsesEach !== null) {
    const isUsedUp = email === null || (await countUsesBy(transaction, id, email)) >= maxUsesEach;
    if (isUsedUp) return undefined;
  }
  const discountCents = toDiscountCents(priceCents, toDiscount(voucher));
  return discountCents > 0 ? { id, discountCents } : undefined;
}

/** Counts that a visitor tries a code, once for each attempt to send a form. Throws 429. */
export async function countCode(
  { limiter }: { limiter: Limiter },
  visitor: Caller,
  { code, once }: { code: string | undefined; once: string },
): Promise<void> {
  if (code !== undefined) await limiter.count('try-code', visitor, `${once}:${code}`);
}

/** Returns whether any code could be used now. */
export async function hasUsableVoucher(deps: VoucherDeps & { db: Executor }): Promise<boolean> {
  const today = await findToday(deps);
  return (await listOpenVouchers(deps.db)).some(
    (voucher) => toVoucherState(voucher, { today, ...voucher }) === 'usable',
  );
}
