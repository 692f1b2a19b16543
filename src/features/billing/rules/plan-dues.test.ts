import { expect, it } from 'vitest';
import { planDues } from './plan-dues.ts';

it('asks for instalments monthly, on the last day of a shorter month', () => {
  const dues = planDues(300_000, { plan: 'three', orderedOn: '2026-12-31' });
  expect(dues.map(({ dueOn }) => dueOn)).toEqual([null, '2027-01-31', '2027-02-28']);
});

it('asks for what follows a deposit by the day of the session', () => {
  const order = { plan: 'deposit', orderedOn: '2026-11-28' } as const;
  expect(planDues(300_000, { ...order, sessionOn: '2026-12-03' })[1]?.dueOn).toBe('2026-12-03');
  expect(planDues(300_000, order)[1]?.dueOn).toBe('2026-12-28');
});
