import { describe, expect, it } from 'vitest';
import { listPaymentMethods } from './payment-methods.ts';
import { sample } from './sample.ts';

const sampleSeller = { legalName: sample('Sample seller of the test') };
const sampleBank = { bankName: 'FNB', accountNumber: sample('0101010101') };
const seller = { legalName: 'Naledi Mokoena' };
const bank = { bankName: 'FNB', accountNumber: '62001234567' };
const noBank = { bankName: '', accountNumber: '' };

describe('on a public site', () => {
  it.each([
    ['as it came', { seller: sampleSeller, bank: sampleBank }, []],
    ['with a bank but no seller', { seller: sampleSeller, bank }, []],
    ['with a seller but no bank', { seller, bank: sampleBank }, ['payfast']],
    [
      'with one sample left in the bank',
      { seller, bank: { ...sampleBank, bankName: 'ABSA' } },
      ['payfast'],
    ],
    ['without a bank', { seller, bank: noBank }, ['payfast']],
    ['with both', { seller, bank }, ['bank', 'payfast']],
  ])('people pay, %s, by what is real', (_, details, methods) => {
    expect(listPaymentMethods(details, ['payfast'], false)).toEqual(methods);
  });

  it('there is no way to pay without details and keys', () => {
    expect(listPaymentMethods({ seller, bank: noBank }, [], false)).toEqual([]);
  });
});

it('samples are enough on a local site, but empty bank details are not', () => {
  expect(listPaymentMethods({ seller: sampleSeller, bank: sampleBank }, [], true)).toEqual([
    'bank',
  ]);
  expect(listPaymentMethods({ seller: sampleSeller, bank: noBank }, [], true)).toEqual([]);
});
