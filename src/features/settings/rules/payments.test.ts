import { expect, it } from 'vitest';
import { payments } from '#content/payments.ts';
import { paymentsSettings } from './payments.ts';

type Part = 'bank' | 'seller';

const parse = (part: Part, change: object) =>
  paymentsSettings.safeParse({ ...payments, [part]: { ...payments[part], ...change } });

it('keeps numbers without the spaces and hyphens that group them', () => {
  const { data } = parse('bank', { accountNumber: '62 001-234 567', branchCode: '250 655' });
  expect(data?.bank).toMatchObject({ accountNumber: '62001234567', branchCode: '250655' });
  expect(parse('bank', { swift: ' firn zajj ' }).data?.bank.swift).toBe('FIRNZAJJ');
  expect(parse('seller', { vatNumber: 'VAT 4123-456 789' }).data?.seller.vatNumber).toBe(
    '4123456789',
  );
});

it('takes a site without bank details', () => {
  const empty = {
    bankName: '',
    accountHolder: '',
    accountNumber: ' ',
    branchCode: '',
    accountType: '',
  };
  expect(parse('bank', empty).data?.bank).toEqual({ ...empty, accountNumber: '', swift: null });
});

it.each([
  ['bank', { accountNumber: '12' }, 'accountNumber'],
  ['bank', { accountNumber: 'my account' }, 'accountNumber'],
  ['bank', { branchCode: '25065' }, 'branchCode'],
  ['bank', { accountHolder: ' ' }, 'accountHolder'],
  ['bank', { accountNumber: '' }, 'accountNumber'],
  ['bank', { swift: 'FNB' }, 'swift'],
  ['seller', { legalName: '' }, 'legalName'],
  ['seller', { vatNumber: '123' }, 'vatNumber'],
] as const)('refuses, in the %s, %j', (part, change, field) => {
  expect(parse(part, change).error?.issues.map(({ path }) => path)).toEqual([[part, field]]);
});

it('asks for the day of the rates for clients abroad, and reads older settings without rates', () => {
  const rates = { ...payments.abroad, poundCents: 2_310 };
  const withRates = (abroad: object) => paymentsSettings.safeParse({ ...payments, abroad });
  expect(withRates(rates).error?.issues.map(({ path }) => path)).toEqual([['abroad', 'ratesOn']]);
  expect(withRates({ ...rates, ratesOn: '2026-11-20' }).success).toBe(true);
  const { abroad: _, ...older } = payments;
  expect(paymentsSettings.parse(older)).toEqual(payments);
});
