import { pageMeta } from '#features/shell/ui/index.ts';

/** The headers of the pages of a library. Their URLs are keys. */
export const libraryHeaders = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
});

/** The meta tags of these pages, without anything about their contents. */
export const libraryMeta = (args: Parameters<typeof pageMeta>[0], isFound: boolean) =>
  pageMeta(args, { title: isFound ? 'Your library' : 'Page not found', isIndexed: false });
