import { describe, expect, expectTypeOf, it } from 'vitest';
import { fromWire, toWire, type Wire } from './wire.ts';

describe('a value for the API', () => {
  it('a value for the API has its names in snake_case, at any depth', () => {
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

describe('a record that the API received', () => {
  it('a record that the API received has the names of the code, but the records in it keep theirs', () => {
    const startsAt = new Date('2026-11-28T09:41:37.265Z');
    const sent = {
      booking_date: startsAt,
      is_paid: true,
      utm_source: 'Zoë 𝗧. O’Neill',
      origin: { first_page: '/mentorship' },
    };
    const record = fromWire(sent);
    expect(record).toEqual({
      startsAt,
      isPaid: true,
      utmSource: 'Zoë 𝗧. O’Neill',
      origin: { first_page: '/mentorship' },
    });
    expectTypeOf(record.startsAt).toEqualTypeOf<Date>();
  });
});
