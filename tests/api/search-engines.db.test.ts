import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPublicContent } from '#features/content/server/create-public-content.ts';
import { blogPosts, courses, events } from '#platform/db/schema/content-schema.ts';
import { createLogger } from '#platform/log/logger.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api } = await openTestSite();

it('robots.txt excludes the admin and names the full URL of the sitemap', async () => {
  const text = await (await api.app.request('/robots.txt')).text();
  expect(text).toContain('Disallow: /admin\n');
  expect(text).toContain('Disallow: /login\n');
  expect(text).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m);
});

it('sitemap.xml lists the pages and every post with its date, and supports conditional requests', async () => {
  const id = randomUUID();
  await api.db.insert(blogPosts).values({ id, title: 'Two questions', date: '2026-11-20' });
  const answer = await api.app.request('/sitemap.xml');
  expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
  const xml = await answer.text();
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc ?? ''));
  expect(addresses.map(({ pathname }) => pathname)).toEqual([
    '/',
    '/about',
    '/services',
    '/mentorship',
    '/community',
    '/education',
    '/videos',
    '/freebies',
    '/contact',
    '/privacy',
    '/terms',
    `/education/${id}`,
  ]);
  expect(xml).toContain('<lastmod>2026-11-20</lastmod>');
});

it("courses are listed in the mentor's order", async () => {
  const course = (title: string, position: number) => ({
    id: randomUUID(),
    title,
    price: 'R750',
    position,
  });
  await api.db.insert(courses).values([course('Second', 2), course('First', 1)]);
  const listed = await api.content.listCourses();
  expect(listed?.map(({ title }) => title)).toEqual(['First', 'Second']);
});

it("events start at the mentor's today, with their times in UTC", async () => {
  const event = (title: string, date: string, time: string | null) => ({
    id: randomUUID(),
    title,
    date,
    time,
  });
  await api.db
    .insert(events)
    .values([
      event('yesterday', '2026-11-21', '18:00'),
      event('later', '2026-12-05', null),
      event('today, late', '2026-11-22', '23:30'),
      event('today, early', '2026-11-22', '00:15'),
    ]);
  const content = createPublicContent({
    ...api,
    log: createLogger('silent'),
    // In Johannesburg it is already the 22nd.
    now: () => new Date('2026-11-21T22:05:00Z'),
  });
  const listed = await content.listUpcomingEvents();
  expect(listed?.map(({ title, time, startsAt }) => ({ title, time, startsAt }))).toEqual([
    { title: 'today, early', time: '00:15', startsAt: '2026-11-21T22:15:00.000Z' },
    { title: 'today, late', time: '23:30', startsAt: '2026-11-22T21:30:00.000Z' },
    { title: 'later', time: null, startsAt: null },
  ]);
});
