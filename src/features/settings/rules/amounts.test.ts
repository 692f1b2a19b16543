import { describe, expect, it } from 'vitest';
import { z } from '#rules/zod.ts';
import {
  addAmounts,
  settlePlan,
  settleSession,
  withoutMadeWords,
  withTrueBadges,
} from './amounts.ts';

const anyPlan = z
  .object({
    originalPrice: z.string().nullable(),
    priceCents: z.int().nullable(),
    salePrice: z.string().nullable(),
    saleCents: z.int().nullable(),
    discountLabel: z.string().nullable(),
  })
  .transform(settlePlan);

const anySession = z
  .object({
    price: z.string().nullable(),
    priceCents: z.int().nullable(),
    payment: z.enum(['free', 'later', 'confirm']),
  })
  .transform(settleSession);

/** Returns what is wrong with a value, by field. */
const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the prices of a plan', () => {
  const plan = {
    originalPrice: 'R2000',
    priceCents: 200_000,
    salePrice: 'R1000',
    saleCents: 100_000,
    discountLabel: '50% OFF',
  };

  it.each([
    ['as they are', {}],
    ['in two currencies', { originalPrice: '$110 / R2 000 once' }],
    ['without an amount in the words', { originalPrice: 'Ask for yours' }],
    ['not paid on the site', { priceCents: null, saleCents: null }],
    ['with a badge in other words', { discountLabel: 'HALF PRICE' }],
    ['with a badge that says the difference', { discountLabel: 'Save R1000' }],
  ])('the prices of a plan keep own words %s', (_, change) => {
    const own = { ...plan, ...change };
    expect(anyPlan.parse(own)).toEqual(own);
  });

  it.each([
    [{ originalPrice: null }, { originalPrice: 'R2\u00A0000' }],
    [{ originalPrice: 'R2000', priceCents: 45_001, saleCents: null }, { originalPrice: 'R450.01' }],
    [{ originalPrice: 'Free' }, { originalPrice: 'R2\u00A0000' }],
    [{ salePrice: null, saleCents: 150_000 }, { salePrice: 'R1\u00A0500' }],
    [{ discountLabel: null }, { discountLabel: '50% OFF' }],
    [{ saleCents: null }, { salePrice: null, discountLabel: '50% OFF' }],
    [{ priceCents: null, saleCents: null, discountLabel: null }, { discountLabel: '50% OFF' }],
  ])('the prices of a plan get words that are true: %j gives %j', (change, words) => {
    expect(anyPlan.parse({ ...plan, ...change })).toMatchObject(words);
  });

  it.each([
    ['Save R1000', 150_000, '25% OFF'],
    ['50% OFF', 150_000, '25% OFF'],
    ['50% OFF', 200_000, null],
    ['HALF PRICE', 150_000, 'HALF PRICE'],
    ['Save 33,3 %', 133_333, 'Save 33,3 %'],
    ['Save R1000', 100_000, 'Save R1000'],
  ])(
    'the prices of a plan are saved with a true badge: %j for %j gives %j',
    (discountLabel, saleCents, badge) => {
      const stored = { ...plan, salePrice: 'Today only', saleCents, discountLabel };
      expect(anyPlan.parse(stored)).toEqual(stored);
      expect(withTrueBadges({ plans: [stored] })).toEqual({
        plans: [{ ...stored, discountLabel: badge }],
      });
    },
  );

  it('the prices of a plan are refused only where one is missing', () => {
    expect(faultsOf(anyPlan, { ...plan, priceCents: null })).toEqual(['priceCents']);
    const nothing = { originalPrice: null, priceCents: null, saleCents: null };
    expect(faultsOf(anyPlan, { ...plan, ...nothing })).toEqual(['priceCents']);
  });
});

describe('the price of a session', () => {
  const session = { price: 'R1000', priceCents: 100_000, payment: 'confirm' } as const;

  it.each([
    [{}],
    [{ payment: 'later', priceCents: null }],
    [{ price: 'Free (worth R500)', priceCents: null, payment: 'free' }],
    [{ price: 'Free', priceCents: null, payment: 'later' }],
  ] as const)('the price of a session keeps own words: %j', (change) => {
    const own = { ...session, ...change };
    expect(anySession.parse(own)).toEqual(own);
  });

  it.each([
    [{ priceCents: 180_000 }, { price: 'R1\u00A0800', payment: 'confirm' }],
    [{ price: null }, { price: 'R1\u00A0000' }],
    [{ payment: 'free' }, { price: 'R1000', priceCents: 100_000, payment: 'later' }],
    [{ payment: 'free', priceCents: null }, { price: 'Free' }],
    [{ price: null, payment: 'free', priceCents: null }, { price: 'Free' }],
  ] as const)('gets words that are true: %j gives %j', (change, settled) => {
    expect(anySession.parse({ ...session, ...change })).toMatchObject(settled);
  });

  it.each([[{ priceCents: null }], [{ price: null, priceCents: null, payment: 'later' }]] as const)(
    'the price of a session is refused where it is missing: %j',
    (change) => {
      expect(faultsOf(anySession, { ...session, ...change })).toEqual(['priceCents']);
    },
  );
});

describe('the form', () => {
  it('leaves words empty that the site makes, also in a draft', () => {
    const made = {
      originalPrice: 'R2 000',
      priceCents: '200000',
      salePrice: 'R1\u00A0800',
      saleCents: 180_000,
      discountLabel: '10% OFF',
    };
    const own = { ...made, originalPrice: 'R2000', discountLabel: 'Today' };
    const mentorshipOptions = [
      { price: 'R450.01', priceCents: 45_001 },
      { price: 'Free', priceCents: null },
    ];
    expect(withoutMadeWords({ plans: [made, own], mentorshipOptions })).toEqual({
      plans: [
        { ...made, originalPrice: '', salePrice: '', discountLabel: '' },
        { ...own, salePrice: '' },
      ],
      mentorshipOptions: [{ price: '', priceCents: 45_001 }, mentorshipOptions[1]],
    });
  });

  it.each([[{}], [{ plans: [null], mentorshipOptions: [7] }]])(
    'the form takes any draft: %j',
    (draft) => {
      expect(() => withoutMadeWords(draft)).not.toThrow();
    },
  );
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
  ])(
    'stored offers without amounts get those of a plan for %j and %j from its words',
    (price, sale, priceCents, saleCents) => {
      const { plans } = Object(plan(price, sale));
      expect(plans[0]).toMatchObject({ priceCents, saleCents, isDigital: true });
      expect(faultsOf(anyPlan, { discountLabel: null, ...plans[0] })).toEqual([]);
    },
  );

  it('stored offers without amounts take a plan that leads to a booking for no digital product', () => {
    expect(plan('R1', null, 'booking')).toMatchObject({ plans: [{ isDigital: false }] });
  });

  it.each([
    ['R1000', 100_000, 'later'],
    ['R1000 or R2000', null, 'later'],
    ['Free', null, 'free'],
    ['On request', null, 'free'],
  ])(
    'stored offers without amounts get the payment of a session for %j from its words',
    (price, priceCents, payment) => {
      const { mentorshipOptions } = Object(
        addAmounts({ plans: [], mentorshipOptions: [{ price }] }),
      );
      expect(mentorshipOptions).toEqual([{ price, priceCents, payment }]);
      expect(faultsOf(anySession, mentorshipOptions[0])).toEqual([]);
    },
  );

  it('stored offers without amounts keep the amounts that they have', () => {
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
    'stored offers without amounts that are unreadable stay so: %j',
    (stored) => {
      expect(() => addAmounts(stored)).not.toThrow();
    },
  );
});
