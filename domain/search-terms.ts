/** What people write a telephone number with. */
const phoneLike = /^\+?[\d\s()./-]{5,}$/;

/** More words than this make no search any narrower. */
const mostTerms = 8;

/**
 * The parts of a text that a search looks for, all of which must be there: words in lower
 * case, or of a telephone number its digits, without the zeros and country codes that the
 * same number is written with elsewhere.
 */
export function toSearchTerms(text: string): string[] {
  const trimmed = text.trim();
  if (phoneLike.test(trimmed)) return [trimmed.replaceAll(/\D/g, '').replace(/^0+/, '')];
  return trimmed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostTerms);
}
