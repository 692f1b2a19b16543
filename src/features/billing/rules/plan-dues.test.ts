import { expect, it } from 'vitest';
import { planDues } from './plan-dues.ts';

it('asks for instalments monthly, on the last day of a shorter month', () => {
  const dues = planDues(300_000, {
    parts: 'three',
    depositPercent: 30,
    orderedOn: '2026-12-31',
  });
  expect(dues.map(({ dueOn }) => dueOn)).toEqual([null, '2027-01-31', '2027-02-28']);
});

it('asks for the deposit of the offer, and for what follows it by the day of the session', () => {
  const order = { parts: 'deposit', depositPercent: 45, orderedOn: '2026-11-28' } as const;
  expect(planDues(300_001, { ...order, sessionOn: '2026-12-03' })).toEqual([
    { amountCents: 135_100, dueOn: null },
    { amountCents: 164_901, dueOn: '2026-12-03' },
  ]);
  expect(planDues(300_000, order)[1]?.dueOn).toBe('2026-12-28');
});
