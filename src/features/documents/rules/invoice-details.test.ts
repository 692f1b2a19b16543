import { describe, expect, it, test } from 'vitest';
import { invoiceDetails, needsBuyerAddress, toInvoiceEntry } from './invoice-details.ts';

test.each([
  [500_000, '4123456789', false],
  [500_001, '4123456789', true],
  [500_001, null, false],
])(
  'the address is needed for %i cents by a seller with the VAT number %s: %s',
  (cents, vatNumber, isNeeded) => {
    expect(needsBuyerAddress(cents, { vatNumber })).toBe(isNeeded);
  },
);

describe('the details of an invoice', () => {
  it('the details of an invoice are all optional', () => {
    const none = { company: null, address: null, vatNumber: null };
    expect(invoiceDetails.parse({})).toEqual(none);
    expect(invoiceDetails.parse({ company: ' ', address: '\r\n', vatNumber: '' })).toEqual(none);
  });

  it('the details of an invoice keep the lines of an address, and no spaces in a VAT number', () => {
    expect(
      invoiceDetails.parse({ address: '1 Loop Street\r\nCape Town', vatNumber: '4123 456 789' }),
    ).toMatchObject({ address: '1 Loop Street\nCape Town', vatNumber: '4123456789' });
  });

  it.each([
    ['4012-345-678', '4012345678'],
    ['VAT 4012345678', '4012345678'],
    ['VAT Reg. No.: 4012 345 678', '4012345678'],
    ['vat#4012345678', '4012345678'],
    ['BTW-nommer 4012.345.678', '4012345678'],
    ['ZA4012345678', '4012345678'],
    ['VAT ZA 4012/345/678', '4012345678'],
    ['4012\u2011345\u2011678\u200b', '4012345678'],
    ['DE123456789', 'DE123456789'],
    ['VAT DE123456789', 'DE123456789'],
    ['GB 123 4567 89', 'GB 123 4567 89'],
    ['CHE-123.456.789 MWST', 'CHE-123.456.789 MWST'],
    ['NL123456789B01', 'NL123456789B01'],
    ['C01234501112', 'C01234501112'],
    ['22AAAAA0000A1Z5', '22AAAAA0000A1Z5'],
  ])('the details of an invoice take the VAT number %s as %s', (vatNumber, printed) => {
    expect(invoiceDetails.parse({ vatNumber })).toMatchObject({ vatNumber: printed });
  });

  it.each([
    '123',
    '5123456789',
    '41234567890',
    'ZA412345678',
    '4O12345678',
    'none',
    'DE',
    'DE12345678<b>',
  ])('the details of an invoice have no VAT number such as %s', (vatNumber) => {
    expect(invoiceDetails.safeParse({ vatNumber }).success).toBe(false);
  });
});

test.each([
  [{ intent: 'say-paid' }, undefined],
  [
    { intent: 'pay', address: '', company: 'Kasi' },
    { address: '', company: 'Kasi' },
  ],
])('the form %j is shown again with %j', (form, entry) => {
  expect(toInvoiceEntry(form)).toEqual(entry);
});
