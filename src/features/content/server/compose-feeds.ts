import { Feed } from 'feed';
import { SitemapStream, streamToPromise } from 'sitemap';
import type { PostCard } from '#features/content/rules/post.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import { siteLanguage } from '#rules/site-pages.ts';

/** Removes characters that XML cannot contain. */
const withoutControls = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').toWellFormed();

/** Feed readers read the text of an item as HTML. */
const toHtml = (text: string) =>
  withoutControls(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The settings that describe the feed itself. */
type FeedFacts = Pick<Settings, 'site' | 'texts'>;

const nameFeed = ({ site }: FeedFacts) => `${site.name}: Education`;

/** Returns the site's posts as RSS 2.0. The result is deterministic. */
export function composeFeed(siteUrl: string, facts: FeedFacts, posts: PostCard[]): string {
  const newest = posts[0];
  const feed = new Feed({
    title: withoutControls(nameFeed(facts)),
    description: withoutControls(facts.texts.headings.education.introduction),
    id: `${siteUrl}/education`,
    link: `${siteUrl}/education`,
    language: siteLanguage,
    generator: false,
    feedLinks: { rss: `${siteUrl}/feed.xml` },
    updated: newest ? toDate(newest.date) : new Date(0),
  });
  for (const { id, title, date, excerpt } of posts) {
    const link = `${siteUrl}/education/${id}`;
    feed.addItem({
      id: link,
      link,
      title: toHtml(title),
      description: toHtml(excerpt),
      date: toDate(date),
    });
  }
  return feed.rss2();
}

/** A time on the same day from Hawaii to New Zealand. */
const toDate = (day: string) => new Date(`${day}T10:00:00Z`);

/**
 * Returns the sitemap for search engines: pages by path, and posts with their days (`YYYY-MM-DD`).
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
