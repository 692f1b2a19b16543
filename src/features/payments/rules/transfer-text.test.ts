import { expect, test } from 'vitest';
import { toTransferText } from './transfer-text.ts';

test('a transfer has one detail per line, without empty ones', () => {
  const bank = {
    bankName: 'FNB',
    accountHolder: 'T Price',
    accountNumber: '62000000001',
    branchCode: '250655',
    accountType: 'Cheque account',
    swift: null,
  };
  expect(toTransferText(bank, { reference: 'TP-7K4Q2', amountCents: 100_000 })).toBe(
    [
      'Bank: FNB',
      'Account holder: T Price',
      'Account number: 62000000001',
      'Branch code: 250655',
      'Account type: Cheque account',
      'Amount: R1 000.00',
      'Reference: TP-7K4Q2',
    ].join('\n'),
  );
});
