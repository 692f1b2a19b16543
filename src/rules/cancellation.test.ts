import { describe, expect, it } from 'vitest';
import {
  type CancellationRule,
  describeBeforeCancelling,
  describeCancellationRule,
  describeSettlement,
  describeSettlementToMentor,
  describeUnallocatedAfterCancelling,
  findCancellationOutcome,
} from './cancellation.ts';

const rule: CancellationRule = { hoursBefore: 24, inTime: 'refund', late: 'credit' };
const startsAt = new Date('2030-01-08T16:00:00Z');
const outcomeAt = (at: string, changes: Partial<CancellationRule> = {}) =>
  findCancellationOutcome({ ...rule, ...changes }, { startsAt, at: new Date(at) });

describe('a paid session that its client cancels', () => {
  it('a paid session that its client cancels is refunded up to the deadline, to the millisecond', () => {
    expect(outcomeAt('2030-01-01T08:12:37.265Z')).toBe('refund');
    expect(outcomeAt('2030-01-07T16:00:00.000Z')).toBe('refund');
    expect(outcomeAt('2030-01-07T16:00:00.001Z')).toBe('credit');
    expect(outcomeAt('2030-01-08T15:59:37.265Z')).toBe('credit');
  });

  it('follows the hours of the rule', () => {
    expect(outcomeAt('2030-01-08T15:59:37.265Z', { hoursBefore: 0 })).toBe('refund');
    expect(outcomeAt('2030-01-06T15:59:59.999Z', { hoursBefore: 48, late: 'nothing' })).toBe(
      'refund',
    );
    expect(outcomeAt('2030-01-06T16:00:37.265Z', { hoursBefore: 48, late: 'nothing' })).toBe(
      'nothing',
    );
  });
});

describe('the client reads', () => {
  const until = 'Monday, 7 January 2030, 11:00 AM, America/New York (GMT-5)';

  it.each([
    ['refund', 'You paid R450.01. If you cancel now, we’ll refund it.'],
    [
      'credit',
      'You paid R450.01. If you cancel now, you get it as a credit for another session, not as a refund.',
    ],
    ['nothing', 'You paid R450.01. If you cancel now, there is no refund.'],
  ] as const)('the client reads before they cancel with the outcome %s: %s', (outcome, text) => {
    expect(describeBeforeCancelling({ outcome, cents: 45_001 })).toBe(text);
  });

  it('how long that applies', () => {
    expect(
      describeBeforeCancelling({ outcome: 'refund', cents: null }, { until, outcome: 'nothing' }),
    ).toBe(
      `You have paid for this session. If you cancel now, we’ll refund it. This applies until ${until}. After that, there is no refund.`,
    );
  });

  it.each([
    ['refund', 'We’ll refund R450.01.'],
    ['credit', 'You have a credit of R450.01 for another session. Contact us to choose a time.'],
    ['nothing', 'There is no refund of R450.01.'],
    ['refund-or-rebook', 'We’ll refund R450.01, or offer you another time.'],
  ] as const)('the client reads after the outcome %s: %s', (outcome, text) => {
    expect(describeSettlement({ outcome, cents: 45_001 })).toBe(text);
    expect(describeSettlement({ outcome, cents: null })).toBe(
      text
        .replace('a credit of R450.01', 'a credit of what you paid')
        .replace('R450.01', 'what you paid'),
    );
  });

  it('what was refunded since, in full or in part', () => {
    const settlement = { outcome: 'credit', cents: 45_001 } as const;
    expect(describeSettlement(settlement, 0)).toBe('We’ve sent your refund of R450.01.');
    expect(describeSettlement(settlement, 15_000)).toBe(
      'We’ve sent your refund of R300.01, out of R450.01.',
    );
  });
});

it('a client reads that money which came too late is not lost', () => {
  expect(describeUnallocatedAfterCancelling(45_001)).toBe(
    'We have your R450.01. We’ll refund it or offer you another time.',
  );
});

it.each([
  ['refund', 'The client paid R450.01 and knows that you refund it.'],
  ['credit', 'The client paid R450.01 and knows that they have a credit for another session.'],
  ['nothing', 'The client paid R450.01 and knows that there is no refund.'],
  [
    'refund-or-rebook',
    'The client paid R450.01 and knows that you refund it or offer another time.',
  ],
] as const)('the mentor reads about the outcome %s: %s', (outcome, text) => {
  expect(describeSettlementToMentor({ outcome, cents: 45_001 })).toBe(text);
});

describe('the terms state', () => {
  it('the terms state both outcomes and the deadline', () => {
    expect(describeCancellationRule(rule)).toMatch(
      /^If you cancel a session that you have paid for at least 1 day before it starts, we refund it\. If you cancel later, you get a credit for another session\. If we cancel it, we refund it or offer you another time\./,
    );
    expect(describeCancellationRule({ ...rule, hoursBefore: 37 })).toContain('at least 37 hours');
  });

  it('one outcome where the deadline changes nothing', () => {
    const once = /^If you cancel a session that you have paid for, there is no refund\. If we/;
    expect(describeCancellationRule({ ...rule, inTime: 'nothing', late: 'nothing' })).toMatch(once);
    expect(describeCancellationRule({ ...rule, hoursBefore: 0, inTime: 'nothing' })).toMatch(once);
  });
});
