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
  it('are all optional', () => {
    const none = { company: null, address: null, vatNumber: null };
    expect(invoiceDetails.parse({})).toEqual(none);
    expect(invoiceDetails.parse({ company: ' ', address: '\r\n', vatNumber: '' })).toEqual(none);
  });

  it('keep the lines of an address, and no spaces in a VAT number', () => {
    expect(
      invoiceDetails.parse({ address: '1 Loop Street\r\nCape Town', vatNumber: '4123 456 789' }),
    ).toMatchObject({ address: '1 Loop Street\nCape Town', vatNumber: '4123456789' });
  });

  it.each(['123', '5123456789', '41234567890'])('have no VAT number such as %s', (vatNumber) => {
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
