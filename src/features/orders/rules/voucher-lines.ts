import { formatRand } from '#rules/money.ts';
import type { OrderItem } from './order.ts';

/** Returns what comes before the amount of an order that has a code: its price, and what the code took off. */
export function listVoucherLines(
  voucher: OrderItem['voucher'] | undefined,
  amountCents: number,
): { label: string; value: string }[] {
  if (!voucher) return [];
  const { code, discountCents } = voucher;
  const label = `Code ${code}`;
  if (discountCents === 0) return [{ label, value: 'Could no longer be used' }];
  return [
    { label: 'Price', value: formatRand(amountCents + discountCents) },
    { label, value: formatRand(-discountCents) },
  ];
}
