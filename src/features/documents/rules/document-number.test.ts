import { expect, it } from 'vitest';
import { documentSeries, findDocumentNumber, formatDocumentNumber } from './document-number.ts';

it('numbers both kinds of invoices in one series, receipts and credit notes in their own', () => {
  expect(documentSeries('invoice', false)).toBe('INV');
  expect(documentSeries('tax invoice', false)).toBe('INV');
  expect(documentSeries('receipt', false)).toBe('RCT');
  expect(documentSeries('credit note', false)).toBe('CN');
});

it('numbers documents about test money in series of their own', () => {
  expect(documentSeries('tax invoice', true)).toBe('TEST-INV');
  expect(documentSeries('credit note', true)).toBe('TEST-CN');
});

it.each([
  [{ series: 'INV', year: 2026, sequence: 1 }, 'INV-2026-0001'],
  [{ series: 'CN', year: 2027, sequence: 312 }, 'CN-2027-0312'],
  [{ series: 'RCT', year: 2026, sequence: 10_000 }, 'RCT-2026-10000'],
  [{ series: 'TEST-RCT', year: 2026, sequence: 37 }, 'TEST-RCT-2026-0037'],
] as const)('writes and reads %j', (number, text) => {
  expect(formatDocumentNumber(number)).toBe(text);
  expect(findDocumentNumber(text)).toEqual(number);
  expect(findDocumentNumber(` ${text.toLowerCase().replaceAll('-', '')} `)).toEqual(number);
});

it.each([0, -1, 1.5, Number.NaN])('refuses the number %j', (sequence) => {
  expect(() => formatDocumentNumber({ series: 'INV', year: 2026, sequence })).toThrow(RangeError);
});

it.each(['', '2026-0001', 'INV-2026-0000', 'INV-2026-1', 'XX-2026-0001', 'INV-2026-0001 x'])(
  'finds no document number in %j',
  (text) => {
    expect(findDocumentNumber(text)).toBeUndefined();
  },
);
