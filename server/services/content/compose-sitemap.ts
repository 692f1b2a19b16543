import { SitemapStream, streamToPromise } from 'sitemap';

/**
 * The list of pages for search engines. `pages` are paths; the day of a post
 * (`YYYY-MM-DD`) stands for its last change.
 */
export async function composeSitemap(
  siteUrl: string,
  pages: readonly string[],
  posts: readonly { id: string; date: string }[],
): Promise<string> {
  const stream = new SitemapStream({ hostname: siteUrl, lastmodDateOnly: true });
  for (const url of pages) stream.write({ url });
  for (const { id, date } of posts) {
    stream.write({ url: `/education/${id}`, lastmod: date });
  }
  stream.end();
  return (await streamToPromise(stream)).toString();
}
