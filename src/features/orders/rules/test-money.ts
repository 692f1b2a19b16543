import { formatBriefRand } from '#rules/money.ts';

/** What arrived for an order, in cents. Undone marks of the mentor are left out. */
export interface ReceivedMoney {
  receivedCents: number;
  /** What of it was paid in a provider’s test mode. */
  testCents: number;
}

/** Says that an order has test money, and how much if it also has real money. Null without test money. */
export function describeTestMoney({ receivedCents, testCents }: ReceivedMoney): string | null {
  if (testCents === 0) return null;
  return testCents === receivedCents
    ? 'TEST: this was paid with test keys. No real money moved.'
    : `TEST: ${formatBriefRand(testCents)} of this was paid with test keys. No real money moved for it.`;
}
