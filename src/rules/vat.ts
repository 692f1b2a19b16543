import { withoutPastedMarks } from './visible-text.ts';

/** The format of a South African VAT number. */
export const vatNumberPattern = /^4\d{9}$/;

/** What people write before a number: `VAT`, `VAT Reg. No.:`, `BTW-nommer`. */
const vatLabel =
  /^(?:vat|btw)(?![a-z])(?:[\s.:#-]{0,3}(?:registration|reg|number|nommer|no|nr)(?![a-z])){0,2}[\s.:#-]{0,3}/i;

/**
 * Returns a VAT number as it is printed: the ten digits of a South African one, without `VAT`, `ZA` and
 * the marks between digits; any other text without `VAT` in front.
 */
export function cleanVatNumber(text: string): string {
  const number = withoutPastedMarks(text).replace(vatLabel, '');
  const digits = number.replace(/^ZA/i, '').replace(/[\s./-]+/g, '');
  return vatNumberPattern.test(digits) ? digits : number;
}

/** A number of another country, which starts with a letter, or has several: `DE123456789`. */
const foreignPattern =
  /^(?!ZA)(?=(?:[^0-9]*[0-9]){2})(?:[A-Z]|[^A-Z]*[A-Z][^A-Z]*[A-Z])[A-Z0-9 ./-]+$/i;

/** Whether a text in the form of `cleanVatNumber` is a VAT number of any country. */
export const isVatNumber = (text: string): boolean =>
  vatNumberPattern.test(text) || foreignPattern.test(text);

/** South Africa's standard rate since April 2018, in basis points. */
export const standardVatRate = 1500;

/**
 * Returns the VAT within an amount that includes it, in cents, half a cent rounded up. The rate is in
 * basis points: 1500 is 15 %. A refund's VAT is the payment's with the opposite sign.
 */
export function vatWithin(totalCents: number, rateBasisPoints: number): number {
  const isWhole = Number.isSafeInteger(totalCents) && Number.isSafeInteger(rateBasisPoints);
  // Divides twice the product, so that the half is an integer.
  const dividend = Math.abs(totalCents) * rateBasisPoints * 2 + 10_000 + rateBasisPoints;
  if (!isWhole || rateBasisPoints < 0 || !Number.isSafeInteger(dividend)) {
    throw new RangeError(`No VAT of ${rateBasisPoints} basis points within ${totalCents} cents.`);
  }
  const divisor = 2 * (10_000 + rateBasisPoints);
  const vatCents = (dividend - (dividend % divisor)) / divisor;
  return totalCents < 0 ? 0 - vatCents : vatCents;
}

interface Taxed {
  totalCents: number;
  vatCents: number;
}

/**
 * Returns the VAT of a part of an invoice that is credited after others, so that the VAT of all parts sums
 * up to the invoice’s: each part takes what is due until then, and the last one what is left.
 */
export function vatOfPart(
  invoice: Taxed & { rateBasisPoints: number },
  before: Taxed,
  partCents: number,
): number {
  const creditedCents = before.totalCents + partCents;
  const dueCents =
    creditedCents === invoice.totalCents
      ? invoice.vatCents
      : vatWithin(creditedCents, invoice.rateBasisPoints);
  // Parts that were credited before this rule may have taken a few cents too many.
  return Math.min(partCents, Math.max(0, dueCents - before.vatCents));
}
