import { expect, test } from 'vitest';
import { describeFromAbroad, toTransferText } from './transfer-text.ts';

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

test.each([
  [null, [], 'For transfers from a bank in South Africa.'],
  [
    null,
    ['payfast'],
    'For transfers from a bank in South Africa. From another country, pay online.',
  ],
  [
    'FIRNZAJJ',
    ['payfast'],
    'From another country: use the SWIFT code, send rand, and pay the fees of all banks, so that the full R450.01 arrives.',
  ],
])(
  'says how to pay from another country, with the SWIFT code %j and %j',
  (swift, providers, words) => {
    expect(describeFromAbroad({ amountCents: 45_001, providers }, { swift })).toBe(words);
  },
);
