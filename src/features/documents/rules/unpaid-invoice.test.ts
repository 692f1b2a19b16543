import { expect, it } from 'vitest';
import type { StoredDocument } from './stored-document.ts';
import { unpaidCents } from './unpaid-invoice.ts';

const payment = { method: 'Bank transfer', paidAt: '2030-01-07T09:41:37.265Z', reference: 'TP' };
const document = (
  kind: StoredDocument['kind'],
  number: string,
  totalCents: number,
  more: Partial<StoredDocument> = {},
) => ({ kind, number, totalCents, ...more }) as StoredDocument;

const invoice = document('tax invoice', 'INV-1', 300_001);
const part = document('receipt', 'RCT-1', 45_001, { invoiceNumber: 'INV-1', payment });

it.each<[string, StoredDocument[], number]>([
  ['nothing was paid', [], 300_001],
  ['a part was paid', [part], 255_000],
  [
    'a receipt was a mistake',
    [part, document('credit note', 'CN-1', 45_001, { reversedNumber: 'RCT-1', payment })],
    300_001,
  ],
  [
    'the rest was taken back',
    [part, document('credit note', 'CN-1', 255_000, { reversedNumber: 'INV-1' })],
    0,
  ],
  [
    'the part was refunded',
    [part, document('credit note', 'CN-1', 45_001, { reversedNumber: 'INV-1', payment })],
    255_000,
  ],
  [
    'another invoice was paid',
    [document('receipt', 'RCT-1', 45_001, { invoiceNumber: 'INV-2', payment })],
    300_001,
  ],
])('tells what of an invoice is open after %s', (_, others, expected) => {
  expect(unpaidCents(invoice, [invoice, ...others])).toBe(expected);
});
