import { describe, expect, it } from 'vitest';
import { planCourses } from '#rules/plan-courses.ts';
import {
  hasSalePrice,
  inOnePayment,
  type PricedPlan,
  toPlanPurchase,
  toSessionPurchase,
  withSessions,
} from './purchase.ts';

const now = new Date('2026-11-27T10:00:00Z');
const minutes = (count: number) => +now + count * 60_000;
const perVisitor = { kind: 'per-visitor', hours: 24 } as const;

const course: PricedPlan = {
  title: 'Course',
  originalPrice: 'R2000',
  salePrice: 'R1000',
  priceCents: 200_000,
  saleCents: 100_000,
  isDigital: true,
  leadsTo: 'course-inquiry',
};

describe('a visitor’s own sale', () => {
  it.each([
    ['ends in a minute', minutes(1), true],
    ['ends at the last moment that it could', minutes(24 * 60), true],
    ['is longer than it can be', minutes(24 * 60) + 1, false],
    ['has ended a moment less than 15 minutes ago', minutes(-15) + 1, true],
    ['has ended 15 minutes ago', minutes(-15), false],
    ['was made up', 1, false],
    ['is no number', Number.NaN, false],
    ['was not said', null, false],
  ])('a visitor’s own sale that %s', (_, saleEndTime, isOn) => {
    expect(hasSalePrice({ sale: perVisitor, now, saleEndTime })).toBe(isOn);
  });
});

it('a sale for everyone follows the clock of the server', () => {
  const sale = { kind: 'until', endsAt: '2026-11-27T12:00:00+02:00' } as const;
  const saleEndTime = minutes(60);
  expect(hasSalePrice({ sale, now: new Date(+now - 1), saleEndTime: null })).toBe(true);
  expect(hasSalePrice({ sale, now, saleEndTime })).toBe(false);
  expect(hasSalePrice({ sale: { kind: 'none' }, now, saleEndTime })).toBe(false);
});

describe('an inquiry', () => {
  const time = { sale: perVisitor, now, saleEndTime: minutes(60) };
  const buy = (plan: PricedPlan, changes: Partial<typeof time> | { saleEndTime: null } = {}) =>
    toPlanPurchase(planCourses['course-inquiry'], [plan], { ...time, ...changes });

  it('buys the plan at the current price', () => {
    const item = { kind: 'plan', title: 'Course', isDigital: true };
    expect(buy(course)).toEqual({
      item: { ...item, priceText: 'R1000' },
      amountCents: 100_000,
      terms: inOnePayment,
    });
    expect(buy(course, { saleEndTime: null })).toEqual({
      item: { ...item, priceText: 'R2000' },
      amountCents: 200_000,
      terms: inOnePayment,
    });
    expect(buy({ ...course, saleCents: null })?.amountCents).toBe(200_000);
  });

  it('buys nothing without a plan or a price, or for free', () => {
    expect(buy({ ...course, priceCents: null })).toBeUndefined();
    expect(buy({ ...course, priceCents: 0 })).toBeUndefined();
    expect(buy({ ...course, saleCents: 0 })).toBeUndefined();
    expect(toPlanPurchase(crypto.randomUUID(), [course], time)).toBeUndefined();
    expect(toPlanPurchase(planCourses['blueprint-inquiry'], [course], time)).toBeUndefined();
  });
});

it('a booking buys its session, unless it is free or has no price', () => {
  const session = {
    id: 'one-on-one',
    title: '1-on-1',
    price: 'R1000',
    priceCents: 100_000,
    payment: 'later',
    minutes: 60,
    sessions: null,
    validMonths: null,
    sessionsOf: '',
  } as const;
  expect(toSessionPurchase({ sessionType: '1-on-1' }, [session])).toEqual({
    item: { kind: 'session', title: '1-on-1', priceText: 'R1000', isDigital: false },
    amountCents: 100_000,
    terms: inOnePayment,
  });
  const terms = { parts: 'deposit', depositPercent: 57 } as const;
  expect(toSessionPurchase({ sessionType: '1-on-1' }, [{ ...session, ...terms }])).toMatchObject({
    terms,
  });
  expect(
    toSessionPurchase({ sessionType: '1-on-1' }, [{ ...session, payment: 'free' }]),
  ).toBeUndefined();
  expect(
    toSessionPurchase({ sessionType: '1-on-1' }, [{ ...session, priceCents: null }]),
  ).toBeUndefined();
  expect(toSessionPurchase({ sessionType: 'Other' }, [session])).toBeUndefined();
  const renamed = { sessionType: 'Its former title', sessionTypeId: 'one-on-one' };
  expect(toSessionPurchase(renamed, [session])).toMatchObject({ amountCents: 100_000 });
  const other = { sessionType: '1-on-1', sessionTypeId: 'another' };
  expect(toSessionPurchase(other, [session])).toBeUndefined();
});

it('a package keeps how many sessions it has, as it was offered', () => {
  const offered = {
    id: 'full',
    title: 'Full',
    price: 'R3000',
    priceCents: 300_000,
    payment: 'later',
    minutes: 45,
    validMonths: 7,
    sessionsOf: '',
  } as const;
  const single = { ...offered, id: 'single', title: 'Single', minutes: 30, sessions: 1 };
  const buy = (sessions: number | null, sessionsOf = '') =>
    toSessionPurchase({ sessionType: 'Full' }, [single, { ...offered, sessions, sessionsOf }])?.item
      .package;
  const ofItsOwn = {
    ...{ sessions: 4, validMonths: 7 },
    ...{ sessionTypeId: 'full', sessionType: 'Full', sessionMinutes: 45 },
  };
  expect(buy(4)).toEqual(ofItsOwn);
  expect(buy(4, 'deleted')).toEqual(ofItsOwn);
  expect(buy(4, 'single')).toEqual({
    ...{ sessions: 4, validMonths: 7 },
    ...{ sessionTypeId: 'single', sessionType: 'Single', sessionMinutes: 30 },
  });
  expect(buy(1)).toBeUndefined();
  expect(buy(null)).toBeUndefined();
});

it('a course includes sessions of the first single type that is not free', () => {
  const item = { kind: 'plan', title: 'Gold', priceText: 'R450.01', isDigital: true } as const;
  const purchase = { item, amountCents: 45_001, terms: inOnePayment };
  const type = { minutes: 60, sessions: null, payment: 'later' } as const;
  const types = [
    { ...type, id: 'call', title: 'Call', payment: 'free' as const },
    { ...type, id: 'series', title: 'Series', sessions: 4 },
    { ...type, id: 'single', title: 'Single', minutes: 45 },
  ];
  expect(withSessions(purchase, 2, types).item.package).toEqual({
    ...{ sessions: 2, validMonths: null },
    ...{ sessionTypeId: 'single', sessionType: 'Single', sessionMinutes: 45 },
  });
  expect(withSessions(purchase, null, types)).toBe(purchase);
  expect(withSessions(purchase, 2, types.slice(0, 2))).toBe(purchase);
});
