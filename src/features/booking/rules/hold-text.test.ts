import { describe, expect, it } from 'vitest';
import { describeAfterPayment, describeHold } from './hold-text.ts';

const until = 'Monday, 7 January 2030, 3:30 AM, America/New York (GMT-5)';
const held = { until, amountCents: 45_001, isUnconfirmed: false };

describe('a held session', () => {
  it('a held session says what it costs and until when it is held', () => {
    expect(describeHold(held)).toBe(
      `We’re holding this session for you until ${until}. Pay R450.01 by then to confirm it. If you don’t, the slot opens up again.`,
    );
  });

  it('a held session asks for no second payment while one is not confirmed', () => {
    expect(describeHold({ ...held, isUnconfirmed: true })).toBe(
      `We’re holding this session for you until ${until}, while we wait for the payment provider to confirm your payment. Please don’t pay again.`,
    );
  });

  it('asks for no payment that is not possible', () => {
    expect(describeHold({ ...held, amountCents: null })).toBe(
      `We’re holding this session for you until ${until}. You can’t pay for it here right now.`,
    );
  });

  it('promises an invitation only by email, and only after the payment', () => {
    const email = 'zoë@example.com';
    expect(describeAfterPayment({ isMailed: true, email })).toBe(
      'We’ve emailed the link to pay to zoë@example.com. Your calendar invitation follows once you’ve paid.',
    );
    expect(describeAfterPayment({ isMailed: true })).toContain('the link to pay to you.');
    expect(describeAfterPayment({ isMailed: false, email })).not.toMatch(/email|invitation/);
  });
});
