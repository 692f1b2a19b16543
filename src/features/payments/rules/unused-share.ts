import { formatRand } from '#rules/money.ts';

/** A package: its money, and how many of its sessions are booked or were taken. */
interface SoldPackage {
  paidCents: number;
  refundedCents: number;
  granted: number;
  used: number;
}

function divide({ paidCents, granted, used }: SoldPackage) {
  const unused = Math.max(granted - used, 0);
  // Rounded up: the client loses no part of a cent.
  return { unused, shareCents: Math.ceil((paidCents * unused) / granted) };
}

/** Returns the share of the price that is for unused sessions, less what was refunded before. */
export const toUnusedShare = (sold: SoldPackage): number =>
  Math.max(divide(sold).shareCents - sold.refundedCents, 0);

/** Says how that share is computed. */
export function describeUnusedShare(sold: SoldPackage): string {
  const { paidCents, refundedCents, granted } = sold;
  const { unused, shareCents } = divide(sold);
  if (unused === 0) return `All ${granted} sessions are booked or used.`;
  const isRounded = shareCents * granted !== paidCents * unused;
  return `${unused} of ${granted} sessions ${unused === 1 ? 'is' : 'are'} not used: ${[
    `${formatRand(paidCents)} × ${unused} ÷ ${granted} = ${formatRand(shareCents)}`,
    isRounded && 'rounded up to a cent',
    refundedCents > 0 && `less ${formatRand(refundedCents)} that was refunded before`,
  ]
    .filter(Boolean)
    .join(', ')}.`;
}
