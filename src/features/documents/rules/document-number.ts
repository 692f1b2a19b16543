/** The kinds of documents. A tax invoice requires the seller's VAT number. */
export type DocumentKind = 'receipt' | 'invoice' | 'tax invoice' | 'credit note';

/**
 * A series of numbers without gaps. Both kinds of invoices share one, so registering for VAT leaves no gap.
 * Documents about test money have their own series, so that they leave no gap in the real ones.
 */
export type DocumentSeries = `${'' | 'TEST-'}${'RCT' | 'INV' | 'CN'}`;

export interface DocumentNumber {
  series: DocumentSeries;
  /** The calendar year of issue in the mentor's time zone. Each starts at 1. */
  year: number;
  sequence: number;
}

const seriesOf = {
  receipt: 'RCT',
  invoice: 'INV',
  'tax invoice': 'INV',
  'credit note': 'CN',
} as const satisfies Record<DocumentKind, DocumentSeries>;

/** Returns the series that a document takes its number from. */
export const documentSeries = (kind: DocumentKind, isTest: boolean): DocumentSeries =>
  `${isTest ? 'TEST-' : ''}${seriesOf[kind]}`;

/** Returns a number as printed, such as `INV-2026-0001`, with more digits from 10 000 on. */
export function formatDocumentNumber({ series, year, sequence }: DocumentNumber): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError(`${sequence} is not a number of a document.`);
  }
  return `${series}-${year}-${String(sequence).padStart(4, '0')}`;
}

/** Parses a printed number, as the mentor types it into a search. */
export function findDocumentNumber(text: string): DocumentNumber | undefined {
  const [, test, series, year, digits] =
    /^\s*(TEST-?)?(RCT|INV|CN)-?(\d{4})-?(\d{4,9})\s*$/i.exec(text) ?? [];
  if (!series || Number(digits) < 1) return undefined;
  return {
    series: `${test ? 'TEST-' : ''}${series.toUpperCase()}` as DocumentSeries,
    year: Number(year),
    sequence: Number(digits),
  };
}
