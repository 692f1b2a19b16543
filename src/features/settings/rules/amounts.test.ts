import { describe, expect, it } from 'vitest';
import { addAmounts, findPlanFaults, findSessionFaults } from './amounts.ts';

describe('the amounts of a plan', () => {
  const plan = {
    originalPrice: 'R2000',
    priceCents: 200_000,
    salePrice: 'R1000',
    saleCents: 100_000,
  };

  it.each([
    [{}],
    [{ priceCents: null, saleCents: null }],
    [{ salePrice: null, saleCents: null }],
    [{ originalPrice: '$110 / R2 000 once' }],
    [{ originalPrice: 'On request' }],
  ])('agrees with the words: %j', (change) => {
    expect(findPlanFaults({ ...plan, ...change })).toEqual({});
  });

  it.each([
    [
      { priceCents: 199_999 },
      'priceCents',
      'The price says R2 000.00, but the amount is R1 999.99.',
    ],
    [
      { originalPrice: 'R2000 or R2500', priceCents: 1 },
      'priceCents',
      /says R2 000.00 or R2 500.00,/,
    ],
    [{ originalPrice: 'Free' }, 'priceCents', 'The price says free, but the amount is R2 000.00.'],
    [{ saleCents: 200_000 }, 'saleCents', /says R1 000.00, but the amount is R2 000.00/],
    [{ saleCents: null }, 'saleCents', /clients pay it during the sale/],
    [{ priceCents: null }, 'priceCents', /clients pay this when the sale is over/],
    [{ salePrice: null }, 'saleCents', /or leave this empty/],
  ])('are refused: %j', (change, field, message) => {
    const faults: Record<string, string> = findPlanFaults({ ...plan, ...change });
    expect(Object.keys(faults)).toEqual([field]);
    expect(faults[field]?.replaceAll('\u00A0', ' ')).toMatch(message);
  });
});

describe('the payment of a session', () => {
  const session = { price: 'R1000', priceCents: 100_000, payment: 'confirm' } as const;

  it.each([
    [{}],
    [{ payment: 'later', priceCents: null }],
    [{ price: 'Free', priceCents: null, payment: 'free' }],
    [{ price: 'Free', priceCents: null, payment: 'later' }],
  ] as const)('fits: %j', (change) => {
    expect(findSessionFaults({ ...session, ...change })).toEqual({});
  });

  it.each([
    [{ priceCents: 150_000 }, 'priceCents'],
    [{ priceCents: null }, 'priceCents'],
    [{ payment: 'free' }, 'payment'],
    [{ payment: 'free', priceCents: null }, 'payment'],
  ] as const)('does not fit: %j', (change, field) => {
    expect(Object.keys(findSessionFaults({ ...session, ...change }))).toEqual([field]);
  });
});

describe('stored offers without amounts', () => {
  const plan = (originalPrice: string, salePrice: string | null, leadsTo = 'course-inquiry') =>
    addAmounts({ plans: [{ originalPrice, salePrice, leadsTo }], mentorshipOptions: [] });

  it.each([
    ['R2500', null, 250_000, null],
    ['R2500', 'R1 250,50', 250_000, 125_050],
    ['R2500', 'Ask me', null, null],
    ['From R1000 to R2000', null, null, null],
    ['On request', null, null, null],
    ['Free', null, null, null],
    ['-R100', null, null, null],
    ['R2000000', null, null, null],
  ])('get those of a plan for %j and %j from its words', (price, sale, priceCents, saleCents) => {
    const { plans } = Object(plan(price, sale));
    expect(plans[0]).toMatchObject({ priceCents, saleCents, isDigital: true });
    expect(findPlanFaults(plans[0])).toEqual({});
  });

  it('take a plan that leads to a booking for no digital product', () => {
    expect(plan('R1', null, 'booking')).toMatchObject({ plans: [{ isDigital: false }] });
  });

  it.each([
    ['R1000', 100_000, 'later'],
    ['R1000 or R2000', null, 'later'],
    ['Free', null, 'free'],
    ['On request', null, 'free'],
  ])('get the payment of a session for %j from its words', (price, priceCents, payment) => {
    const { mentorshipOptions } = Object(addAmounts({ plans: [], mentorshipOptions: [{ price }] }));
    expect(mentorshipOptions).toEqual([{ price, priceCents, payment }]);
    expect(findSessionFaults(mentorshipOptions[0])).toEqual({});
  });

  it('keep the amounts that they have', () => {
    const stored = {
      plans: [
        {
          originalPrice: 'R1',
          priceCents: null,
          saleCents: null,
          isDigital: true,
          leadsTo: 'booking',
        },
      ],
      mentorshipOptions: [{ price: 'R1', priceCents: null, payment: 'later' }],
    };
    expect(addAmounts(stored)).toEqual(stored);
  });

  it.each([[7], [null], [{ plans: 'none' }], [{ plans: [null], mentorshipOptions: [] }]])(
    'that are unreadable stay so: %j',
    (stored) => {
      expect(() => addAmounts(stored)).not.toThrow();
    },
  );
});
