import { expect, it } from 'vitest';
import { offers } from '#content/offers.ts';
import type { Plan } from '#features/settings/rules/index.ts';
import { describeOffers } from './describe-offers.ts';

const course = findPlan('course-inquiry');
const session = findPlan('booking');
const courses = [
  {
    id: '1',
    title: 'Course by Zoë 𝗧.',
    price: 'R450.01',
    amountCents: null,
    description: null,
    features: [],
    sessions: null,
  },
];

function findPlan(target: Plan['leadsTo']): Plan {
  const plan = offers.plans.find(({ leadsTo }) => leadsTo === target);
  if (!plan) throw new Error(`No plan leads to ${target}`);
  return plan;
}

const pricesOf = (changes: Partial<Plan>, isSaleOn = false) =>
  describeOffers('https://a.test/#organization', {
    plans: [{ ...course, salePrice: null, saleCents: null, ...changes }],
    isSaleOn,
    courses: [],
  }).map((one) => ('offers' in one ? one.offers : undefined));

it.each([
  ['R1,500.01', 150_001, '1500.01'],
  ['R 1 500,01', 150_001, '1500.01'],
  ['from R450', 45_001, '450.01'],
  ['$150', 270_009, '2700.09'],
  ['R0.05', 5, '0.05'],
])('takes the price of a plan for %j from its cents', (originalPrice, priceCents, price) => {
  expect(pricesOf({ originalPrice, priceCents })).toEqual([
    { '@type': 'Offer', category: 'Paid', price, priceCurrency: 'ZAR' },
  ]);
});

it('describes no offer for a plan without an amount, whatever its words say', () => {
  expect(pricesOf({ originalPrice: 'R1500', priceCents: null })).toEqual([undefined]);
});

it('an offer has the amount of the sale while it is on', () => {
  const plan = { priceCents: 150_001, salePrice: 'R450', saleCents: 45_001 };
  expect(pricesOf(plan, true)).toMatchObject([{ price: '450.01' }]);
  expect(pricesOf(plan, false)).toMatchObject([{ price: '1500.01' }]);
  expect(pricesOf({ ...plan, saleCents: null }, true)).toMatchObject([{ price: '1500.01' }]);
});

it('describes sessions as services, and plans and courses as courses', () => {
  const found = describeOffers('https://a.test/#organization', {
    plans: [course, session],
    isSaleOn: false,
    courses,
  });
  expect(found.map((one) => [one['@type'], one.name])).toEqual([
    ['Course', course.title],
    ['Service', session.title],
    ['Course', 'Course by Zoë 𝗧.'],
  ]);
  expect(found.at(-1)).toEqual({
    '@type': 'Course',
    name: 'Course by Zoë 𝗧.',
    description: 'Course by Zoë 𝗧.',
    provider: { '@id': 'https://a.test/#organization' },
  });
});

it('describes an offer for a course that can be bought', () => {
  const sold = courses.map((one) => ({ ...one, amountCents: 45_001 }));
  const found = describeOffers('https://a.test/#organization', {
    plans: [],
    isSaleOn: false,
    courses: sold,
  });
  expect(found).toMatchObject([{ name: 'Course by Zoë 𝗧.', offers: { price: '450.01' } }]);
});
