import { useEffect, useState } from 'react';
import type { PageHeadings } from '#server/http/page-context.ts';

/** What was read in this visit. */
let known: PageHeadings | undefined;

/**
 * Returns how the pages begin that take a moment, for what stands in for them; nothing before it is
 * read, which is once the first page is alive: a document has no room for other pages' words.
 */
export function usePageHeadings(): PageHeadings | undefined {
  const [headings, setHeadings] = useState(known);
  useEffect(() => {
    if (known) return;
    const stopping = new AbortController();
    fetch('/headings.json', { priority: 'low', signal: stopping.signal })
      .then(async (response) => {
        if (!response.ok) return;
        known = (await response.json()) as PageHeadings;
        setHeadings(known);
      })
      // Without them the place of a heading is kept all the same.
      .catch(() => {});
    return () => stopping.abort();
  }, []);
  return headings;
}
