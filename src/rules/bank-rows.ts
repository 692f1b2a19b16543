import type { BankRow } from './pay-link.ts';

/** Where a bank transfer goes. */
export interface BankDetails {
  bankName: string;
  accountHolder: string;
  accountNumber: string;
  branchCode: string;
  accountType: string;
  swift: string | null;
}

/** Returns the details of a bank account as labels and values to copy. */
export const listBankRows = (bank: BankDetails): BankRow[] => [
  { label: 'Bank', value: bank.bankName },
  { label: 'Account holder', value: bank.accountHolder },
  { label: 'Account number', value: bank.accountNumber },
  { label: 'Branch code', value: bank.branchCode },
  { label: 'Account type', value: bank.accountType },
  { label: 'SWIFT code', value: bank.swift },
];
