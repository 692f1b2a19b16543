import { formatBriefRand } from '#rules/money.ts';
import type { DocumentLine } from './document.ts';

interface OrderedItem {
  /** What was ordered. */
  title: string;
  /** What is to be paid for it, after its voucher. */
  amountCents: number;
  /** The code that made it cheaper, if one did. */
  voucher: { code: string; discountCents: number } | undefined;
}

interface PaidOrder extends OrderedItem {
  state: string;
  /** All money on the order, with this payment. */
  paidCents: number;
  /** This payment. */
  receivedCents: number;
}

const line = (description: string, unitCents: number) => ({
  description,
  quantity: 1,
  unitCents,
});

/** Returns the lines of a whole order, which sum up to what is to be paid: its price, and what its voucher takes off. */
export function toPriceLines({ title, amountCents, voucher }: OrderedItem): DocumentLine[] {
  if (!voucher || voucher.discountCents === 0) return [line(title, amountCents)];
  const { code, discountCents } = voucher;
  return [line(title, amountCents + discountCents), line(`Code ${code}`, -discountCents)];
}

/**
 * Returns the lines of the receipt for a payment, which sum up to it. One payment that ends an order for less
 * than its price shows the price and the discount. A part names the price and what is paid by now.
 */
export function toReceiptLines(order: PaidOrder): DocumentLine[] {
  const { title, state, amountCents, paidCents, receivedCents } = order;
  if (receivedCents === amountCents) return toPriceLines(order);
  if (state === 'paid' && paidCents === receivedCents)
    return [...toPriceLines(order), line('Discount', receivedCents - amountCents)];
  const [paid, price] = [formatBriefRand(paidCents), formatBriefRand(amountCents)];
  return [line(`${title} (part payment: ${paid} of ${price} paid)`, receivedCents)];
}
