import type { BankRow } from './order.ts';
import type { BankDetails } from './pay-page.ts';

/** Returns the details of a bank account as labels and values to copy. */
export const listBankRows = (bank: BankDetails): BankRow[] => [
  { label: 'Bank', value: bank.bankName },
  { label: 'Account holder', value: bank.accountHolder },
  { label: 'Account number', value: bank.accountNumber },
  { label: 'Branch code', value: bank.branchCode },
  { label: 'Account type', value: bank.accountType },
  { label: 'SWIFT code', value: bank.swift },
];
