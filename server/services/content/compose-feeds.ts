import { Feed } from 'feed';
import { SitemapStream, streamToPromise } from 'sitemap';
import { site } from '#content/site.ts';
import type { PostCard } from '#domain/post.ts';

/** XML has no way to write these, not even escaped. */
const withoutControls = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').toWellFormed();

/** The site's posts as RSS 2.0, with absolute links. The same posts make the same text. */
export function composeFeed(siteUrl: string, posts: PostCard[]): string {
  const newest = posts[0];
  const feed = new Feed({
    title: `${site.name}: Education`,
    description: 'Articles on reading gold in time and price.',
    id: `${siteUrl}/education`,
    link: `${siteUrl}/education`,
    language: site.language,
    generator: false,
    feedLinks: { rss: `${siteUrl}/feed.xml` },
    updated: newest ? toDate(newest.date) : new Date(0),
  });
  for (const { id, title, date, excerpt } of posts) {
    const link = `${siteUrl}/education/${id}`;
    feed.addItem({
      id: link,
      link,
      title: withoutControls(title),
      description: withoutControls(excerpt),
      date: toDate(date),
    });
  }
  return feed.rss2();
}

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

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
