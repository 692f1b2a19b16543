import { Hono } from 'hono';
import type { ReadSettings } from '#features/settings/server/index.ts';
import { databaseUnavailable } from '#platform/errors/errors.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import { sharedCaching } from '#platform/page-cache/public-pages.ts';
import { legalPages, navigation } from '#rules/site-pages.ts';
import { composeEvent } from './compose-event.ts';
import { composeFeed, composeSitemap } from './compose-feeds.ts';
import type { PublicContent } from './create-public-content.ts';

/** Paths that search engines should not visit. Pages with `noindex` need no entry here. */
const closedPaths = ['/admin', '/api/', '/calendar/', '/login', '/unsubscribe/', '/waiting/'];

/** The web app manifest, except for its name. */
const manifest = {
  start_url: '/',
  display: 'browser',
  background_color: '#0d0b08',
  theme_color: '#0d0b08',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

const xmlHeaders = (type: string) => ({
  'Content-Type': `application/${type}; charset=utf-8`,
  'Cache-Control': sharedCaching,
});

interface FeedDeps {
  content: PublicContent;
  siteUrl: string;
  readSettings: ReadSettings;
}

/**
 * Files for programs: `/feed.xml`, `/robots.txt`, `/sitemap.xml`, `/site.webmanifest`, and upcoming
 * events as `/community/events/<id>.ics`. Those with content return 503 while the database is
 * unavailable.
 */
export const createFeeds = ({ content, siteUrl, readSettings }: FeedDeps) =>
  new Hono<HttpEnv>()
    .get('/feed.xml', async (c) => {
      const posts = await content.listNewestPosts();
      if (!posts) throw databaseUnavailable(new Error('no posts for the feed'));
      return c.body(composeFeed(siteUrl, await readSettings(), posts), 200, xmlHeaders('rss+xml'));
    })
    .get('/sitemap.xml', async (c) => {
      const posts = await content.listPostDates();
      if (!posts) throw databaseUnavailable(new Error('no posts for the sitemap'));
      const pages = ['/', ...[...navigation, ...legalPages].map(({ href }) => href)];
      return c.body(await composeSitemap(siteUrl, pages, posts), 200, xmlHeaders('xml'));
    })
    .get('/community/events/:file', async (c) => {
      const events = await content.listUpcomingEvents();
      if (!events) throw databaseUnavailable(new Error('no events for the calendar'));
      const event = events.find(({ id }) => `${id}.ics` === c.req.param('file'));
      if (!event) throw notFound();
      return c.body(composeEvent(siteUrl, await readSettings(), event), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Cache-Control': sharedCaching,
      });
    })
    .get('/site.webmanifest', async (c) => {
      const { name } = (await readSettings()).site;
      return c.body(JSON.stringify({ name, short_name: name, ...manifest }), 200, {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': sharedCaching,
      });
    })
    .get('/robots.txt', (c) => {
      const closed = closedPaths.map((path) => `Disallow: ${path}`);
      const lines = ['User-agent: *', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''];
      return c.text(lines.join('\n'), 200, { 'Cache-Control': sharedCaching });
    });
