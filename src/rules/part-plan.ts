import { formatBriefRand } from './money.ts';
import { type PartTerms, splitAmount } from './price.ts';

/** Says before an order how its amount is paid in parts: `R300 now, R700 later`. Null if it is paid in one payment. */
export function describeParts(amountCents: number | null, terms: PartTerms): string | null {
  const [first, second, third] = splitAmount(amountCents ?? 0, terms).map(formatBriefRand);
  if (second === undefined) return null;
  if (third !== undefined) return `${first} now, ${second} in a month and ${third} in two months`;
  return `${first} now, ${second} ${terms.parts === 'two' ? 'in a month' : 'later'}`;
}
