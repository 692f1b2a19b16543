/** The kinds of papers. A tax invoice requires the seller's VAT number. */
export type PaperKind = 'receipt' | 'invoice' | 'tax invoice' | 'credit note';

/** A series of numbers without gaps. Both kinds of invoices share one, so registering for VAT leaves no gap. */
export type PaperSeries = 'RCT' | 'INV' | 'CN';

export interface PaperNumber {
  series: PaperSeries;
  /** The calendar year of issue in the mentor's time zone. Each starts at 1. */
  year: number;
  sequence: number;
}

const seriesOf: Record<PaperKind, PaperSeries> = {
  receipt: 'RCT',
  invoice: 'INV',
  'tax invoice': 'INV',
  'credit note': 'CN',
};

/** Returns the series that a paper takes its number from. */
export const paperSeries = (kind: PaperKind): PaperSeries => seriesOf[kind];

/** Returns a number as printed, such as `INV-2026-0001`, with more digits from 10 000 on. */
export function formatPaperNumber({ series, year, sequence }: PaperNumber): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) {
    throw new RangeError(`${sequence} is not a number of a paper.`);
  }
  return `${series}-${year}-${String(sequence).padStart(4, '0')}`;
}

/** Parses a printed number, as the mentor types it into a search. */
export function findPaperNumber(text: string): PaperNumber | undefined {
  const [, series, year, digits] = /^\s*(RCT|INV|CN)-?(\d{4})-?(\d{4,9})\s*$/i.exec(text) ?? [];
  if (!series || Number(digits) < 1) return undefined;
  return {
    series: series.toUpperCase() as PaperSeries,
    year: Number(year),
    sequence: Number(digits),
  };
}
