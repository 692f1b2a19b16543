/** The format of a South African VAT number. */
export const vatNumberPattern = /^4\d{9}$/;

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
