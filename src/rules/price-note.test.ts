import { expect, it } from 'vitest';
import type { PaymentMethod } from './payment-methods.ts';
import { describePaying, toPriceNote } from './price-note.ts';

it.each<[PaymentMethod[], string | null]>([
  [[], null],
  [['bank'], 'Pay by bank transfer. You get a receipt by email. Money back within 14 days.'],
  [
    ['payfast'],
    'Pay by card from any country on the secure page of PayFast. We never see your card details. Money back within 14 days.',
  ],
  [
    ['bank', 'payfast', 'paystack'],
    'Pay by bank transfer or by card from any country on the secure page of PayFast or Paystack. We never see your card details. Money back within 14 days.',
  ],
])('says how to pay with %j', (methods, line) => {
  expect(describePaying(methods, 'Money back within 14 days.')).toBe(line);
});

it('adds the rates of other currencies', () => {
  const abroad = { poundCents: 2_310, dollarCents: null, euroCents: null, ratesOn: '2026-11-20' };
  const given = { paymentMethods: ['bank'] as const, refundLine: 'No refunds.', abroad };
  expect(toPriceNote(given)).toBe(
    'Pay by bank transfer. You get a receipt by email. No refunds. You pay in rand: amounts in other currencies are a guide, at rates of Fri, 20 Nov 2026.',
  );
  const none = { ...abroad, ratesOn: null, poundCents: null };
  expect(toPriceNote({ ...given, paymentMethods: [], abroad: none })).toBeNull();
});
