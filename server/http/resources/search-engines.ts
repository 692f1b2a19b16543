import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { navigation } from '#content/site.ts';
import { databaseUnavailable } from '#server/errors.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { composeSitemap } from '#server/services/content/compose-sitemap.ts';
import type { PublicContent } from '#server/services/content/create-public-content.ts';

export interface SearchEnginesDeps {
  content: Pick<PublicContent, 'listPostDates'>;
}

/** What is no page for the public. Pages that say `noindex` themselves need no line here. */
const closedPaths = ['/admin', '/api/', '/login'];

/** `/robots.txt` and `/sitemap.xml`. The latter is 503 while the database is away. */
export const createSearchEngines = ({ content }: SearchEnginesDeps, siteUrl: string) =>
  new Hono<HttpEnv>()
    .get('/robots.txt', (c) => {
      const lines = [
        'User-agent: *',
        ...closedPaths.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${siteUrl}/sitemap.xml`,
        '',
      ];
      return c.text(lines.join('\n'), 200, { 'Cache-Control': 'public, max-age=3600' });
    })
    .get('/sitemap.xml', etag(), async (c) => {
      const posts = await content.listPostDates();
      if (!posts) throw databaseUnavailable(new Error('no posts for the sitemap'));
      const pages = ['/', ...navigation.map(({ href }) => href)];
      return c.body(await composeSitemap(siteUrl, pages, posts), 200, {
        'Content-Type': 'application/xml; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
      });
    });
