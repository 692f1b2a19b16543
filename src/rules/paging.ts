/** One page of a list. */
export interface Paged<Item> {
  items: Item[];
  /** From 1 to `pageCount`. */
  page: number;
  /** At least 1, even for an empty list. */
  pageCount: number;
}

/**
 * Returns the page number in a URL, starting at 1; 1 without a value, undefined for an invalid one.
 */
export function parsePageNumber(value: string | null): number | undefined {
  if (value === null) return 1;
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}

export const countPages = (items: number, size: number): number =>
  Math.max(1, Math.ceil(items / size));

/** Returns the page of a list that a URL requests; undefined if it does not exist. */
export function takePage<Item>(items: Item[], url: URL, size: number): Paged<Item> | undefined {
  const page = parsePageNumber(url.searchParams.get('page'));
  const pageCount = countPages(items.length, size);
  if (!page || page > pageCount) return undefined;
  return { items: items.slice((page - 1) * size, page * size), page, pageCount };
}

/** Returns the canonical URL of a page of a list. */
export const pagePath = (path: string, page: number): string =>
  page === 1 ? path : `${path}?page=${page}`;
