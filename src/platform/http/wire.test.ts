import { describe, expect, expectTypeOf, it } from 'vitest';
import { toWire, type Wire } from './wire.ts';

describe('a value for the API', () => {
  it('has its names in snake_case, at any depth', () => {
    const paidAt = new Date('2026-11-28T09:41:37.265Z');
    const order = {
      amountCents: 45_001,
      item: { priceText: 'R450.01' },
      payments: [{ isUnallocated: false, paidAt }],
    };
    const wire = toWire(order);
    expect(wire).toEqual({
      amount_cents: 45_001,
      item: { price_text: 'R450.01' },
      payments: [{ is_unallocated: false, paid_at: paidAt }],
    });
    expectTypeOf(wire.payments[0]).toEqualTypeOf<
      { is_unallocated: boolean; paid_at: Date } | undefined
    >();
  });

  it('keeps names that are in snake_case, and values', () => {
    const sent = { booking_date: null, states: { 'partly-refunded': 2 }, words: ['camelCase'] };
    expect(toWire(sent)).toEqual(sent);
    expectTypeOf<Wire<typeof sent>>().toEqualTypeOf<typeof sent>();
  });
});
