import { expect, it } from 'vitest';
import { emptyLedger, type LedgerPayment, mergeEntries } from './ledger.ts';

const payment = (providerPaymentId: string, receivedAt: string): LedgerPayment => ({
  provider: 'payfast',
  providerPaymentId,
  orderReference: 'TP-7K4Q2',
  amountCents: 45_001,
  receivedAt: new Date(receivedAt),
});

it('keeps the highest number of each series and year', () => {
  const of = (series: string, year: number, lastNumber: number) => ({ series, year, lastNumber });
  const { numbers } = mergeEntries(
    { ...emptyLedger, numbers: [of('RCT', 2026, 12), of('CN', 2026, 3)] },
    { ...emptyLedger, numbers: [of('RCT', 2026, 9), of('CN', 2026, 4), of('RCT', 2027, 1)] },
  );
  expect(numbers).toEqual([of('RCT', 2026, 12), of('CN', 2026, 4), of('RCT', 2027, 1)]);
});

it('keeps each payment once, oldest first, for 400 days', () => {
  const [old, first, last] = [
    payment('1', '2025-10-19T08:00:37.264Z'),
    payment('2', '2025-10-19T08:00:37.265Z'),
    payment('3', '2026-11-23T08:00:37.265Z'),
  ];
  const merged = mergeEntries(
    { ...emptyLedger, payments: [last, old] },
    { ...emptyLedger, payments: [first, last] },
  );
  expect(merged.payments).toEqual([first, last]);
});
