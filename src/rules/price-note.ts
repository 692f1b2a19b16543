import { describeRates, type ExchangeRates } from './abroad-price.ts';
import { type PaymentMethod, paymentMethodName } from './payment-methods.ts';

/**
 * Returns the line next to prices: how to pay, why that is safe, and how money comes back. Null while
 * nothing can be paid on the site.
 */
export function describePaying(methods: readonly PaymentMethod[], refund: string): string | null {
  const cards = methods.filter((method) => method !== 'bank').map(paymentMethodName);
  const ways = [
    ...(methods.includes('bank') ? ['by bank transfer'] : []),
    ...(cards.length > 0
      ? [`by card from any country on the secure page of ${cards.join(' or ')}`]
      : []),
  ];
  if (ways.length === 0) return null;
  const safety =
    cards.length > 0 ? 'We never see your card details.' : 'You get a receipt by email.';
  return `Pay ${ways.join(' or ')}. ${safety} ${refund}`.trim();
}

/** Returns the line next to prices, with what clients abroad should know. Null if there is nothing to say. */
export function toPriceNote({
  paymentMethods,
  refundLine,
  abroad,
}: {
  paymentMethods: readonly PaymentMethod[];
  refundLine: string;
  abroad: ExchangeRates;
}): string | null {
  const notes = [describePaying(paymentMethods, refundLine), describeRates(abroad)];
  return notes.filter(Boolean).join(' ') || null;
}
