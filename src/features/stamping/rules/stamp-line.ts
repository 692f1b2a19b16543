import { isShownOnDocuments } from '#features/documents/rules/index.ts';

interface StampedFor {
  customer: { id: string; name: string; email: string | null };
  /** The reference of the order, if access comes from one. */
  reference: string | undefined;
}

/**
 * Returns the line that says for whom a copy was made: the email or, without one, the name, and the
 * reference of the order. A name in a script without a font is left out.
 */
export function toStampLine({ customer, reference }: StampedFor): string {
  const who = [customer.email ?? '', customer.name].find(isShownOnDocuments);
  // Something must lead to the customer, even if nothing about them can be shown.
  const fallback = who === undefined ? customer.id : undefined;
  return [who, reference ?? fallback].filter((part) => part !== undefined).join(' · ');
}
