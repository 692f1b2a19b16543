import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { databaseUnavailable } from '#server/errors.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { composeFeed } from '#server/services/content/compose-feed.ts';
import type { PublicContent } from '#server/services/content/create-public-content.ts';

export interface FeedDeps {
  content: Pick<PublicContent, 'listNewestPosts'>;
}

/** `/feed.xml`: the newest posts for readers of feeds. 503 while the database is away. */
export const createFeed = ({ content }: FeedDeps, siteUrl: string) =>
  new Hono<HttpEnv>().get('/feed.xml', etag(), async (c) => {
    const posts = await content.listNewestPosts();
    if (!posts) throw databaseUnavailable(new Error('no posts for the feed'));
    return c.body(composeFeed(siteUrl, posts), 200, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    });
  });
