import { afterAll, beforeAll } from 'vitest';
import { defaults } from '#features/settings/server/defaults.ts';
import { sample } from '#rules/sample.ts';

const { bank } = defaults.payments;
const none = { ...bank, bankName: '', accountHolder: '', accountNumber: '', branchCode: '' };

/** Takes the bank account away that a new site comes with: without a way to pay there are no orders. */
export const dropSampleBank = () => Object.assign(bank, none, { accountType: '' });

/** Gives the site of a test file the bank account that a new site comes with. */
export function offerSampleBank(): void {
  beforeAll(() => {
    Object.assign(bank, {
      bankName: sample('Sample Bank'),
      accountHolder: sample('Sample account holder'),
      accountNumber: sample('0000000000'),
      branchCode: sample('000000'),
      accountType: 'Cheque account',
    });
  });
  afterAll(dropSampleBank);
}
