import { formatBriefRand } from '#rules/money.ts';
import type { DocumentLine } from './document.ts';

interface PaidOrder {
  /** What was ordered. */
  title: string;
  state: string;
  amountCents: number;
  /** All money on the order, with this payment. */
  paidCents: number;
  /** This payment. */
  receivedCents: number;
}

/**
 * Returns the lines of the receipt for a payment, which sum up to it. One payment that ends an order for less
 * than its price shows the price and the discount. A part names the price and what is paid by now.
 */
export function toReceiptLines({
  title,
  state,
  amountCents,
  paidCents,
  receivedCents,
}: PaidOrder): DocumentLine[] {
  const line = (description: string, unitCents: number) => ({
    description,
    quantity: 1,
    unitCents,
  });
  if (receivedCents === amountCents) return [line(title, amountCents)];
  if (state === 'paid' && paidCents === receivedCents)
    return [line(title, amountCents), line('Discount', receivedCents - amountCents)];
  const [paid, price] = [formatBriefRand(paidCents), formatBriefRand(amountCents)];
  return [line(`${title} (part payment: ${paid} of ${price} paid)`, receivedCents)];
}
