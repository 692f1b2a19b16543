import { formatRand } from '#rules/money.ts';
import type { OrderItem } from './order.ts';

interface VoucherOrder {
  item: Pick<OrderItem, 'voucher'>;
  /** What is to be paid, after the voucher. */
  amountCents: number;
}

/** Returns the price of an order before its voucher. */
export const toFullCents = ({ item: { voucher }, amountCents }: VoucherOrder): number =>
  amountCents + (voucher?.discountCents ?? 0);

/** Returns what comes before the amount of an order that has a code: its price, and what the code took off. */
export function listVoucherLines(order: VoucherOrder): { label: string; value: string }[] {
  const { voucher } = order.item;
  if (!voucher) return [];
  const label = `Code ${voucher.code}`;
  if (voucher.discountCents === 0) return [{ label, value: 'Could no longer be used' }];
  return [
    { label: 'Price', value: formatRand(toFullCents(order)) },
    { label, value: formatRand(-voucher.discountCents) },
  ];
}
