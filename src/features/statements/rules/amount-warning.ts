import { formatRand } from '#rules/money.ts';

/**
 * Returns what the mentor should know before recording an amount for an open order: that it is a part, or too
 * much. Undefined for what is due, or all that is left.
 */
export function warnOfAmount(
  cents: number,
  { dueCents, leftCents }: { dueCents: number; leftCents: number },
): string | undefined {
  if (cents === dueCents || cents === leftCents) return undefined;
  return cents < leftCents
    ? `${formatRand(leftCents)} is left to pay for this order. The payment will be recorded as a part of it.`
    : `Only ${formatRand(leftCents)} is left to pay for this order. The payment will be unallocated.`;
}
