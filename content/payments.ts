import type { PaymentsSettings } from '#features/settings/rules/index.ts';
import { sample } from '#rules/sample.ts';

/** How clients pay, as a new site has it. Only a local site shows the samples. */
export const payments: PaymentsSettings = {
  bank: {
    bankName: sample('Sample Bank'),
    accountHolder: sample('Sample account holder'),
    accountNumber: sample('0000000000'),
    branchCode: sample('000000'),
    accountType: 'Cheque account',
    swift: null,
  },
  seller: {
    legalName: sample('Sample seller'),
    legalStatus: 'Sole proprietor',
    address: sample('1 Sample Street, Sample Town, 0000'),
    vatNumber: null,
  },
  terms: {
    refund:
      'You can cancel within seven days after you pay, and get your money back within 30 days. This ends early for digital products and sessions that you ask to start sooner.',
    delivery:
      'You get digital products by email within one working day. Sessions take place at the time you book.',
  },
  abroad: { poundCents: null, dollarCents: null, euroCents: null, ratesOn: null },
  daysToPay: 7,
  holdMinutes: 30,
  bankHoldHours: 24,
  cancellation: { hoursBefore: 24, inTime: 'refund', late: 'credit' },
  fspNumber: null,
};
