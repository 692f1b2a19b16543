const phoneLike = /^\+?[\d\s()./-]{5,}$/;

/** The maximum number of search terms; more would not narrow a search. */
const maxTerms = 8;

/**
 * Returns the terms of a search, all of which must match: words in lower case, or the digits of a
 * phone number without leading zeros.
 */
export function toSearchTerms(text: string): string[] {
  const trimmed = text.trim();
  if (phoneLike.test(trimmed)) return [trimmed.replaceAll(/\D/g, '').replace(/^0+/, '')];
  return trimmed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxTerms);
}
