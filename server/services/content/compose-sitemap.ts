import { SitemapStream, streamToPromise } from 'sitemap';

/** Returns the list of pages for search engines: paths, and posts with their days (`YYYY-MM-DD`). */
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
