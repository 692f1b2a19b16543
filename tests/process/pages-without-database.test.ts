import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseAway, type OwnSite, runOwnSite } from '#tests/support/own-site.ts';

let site: OwnSite;

beforeAll(async () => {
  site = await runOwnSite({ DATABASE_URL: await databaseAway() });
});
afterAll(() => site.remove());

const readPage = async (path: string) => {
  const answer = await fetch(site.url + path);
  return { status: answer.status, html: await answer.text() };
};

it.each([
  ['/services', 'Our Premium Services'],
  ['/community', 'Learn in good company'],
  ['/education', 'Trade Like a Pro'],
  ['/education/5a3b1e00-0000-4000-8000-000000000001', 'Education'],
  ['/videos', 'Video Insights'],
  ['/freebies', 'Free Resources'],
])(
  '%s stands with a notice where the database would speak, and answers 503',
  async (path, heading) => {
    const { status, html } = await readPage(path);
    expect(status).toBe(503);
    expect(html).toContain(heading);
    expect(html).toContain('can’t be shown right now');
    expect(html).not.toMatch(/ECONNREFUSED|node_modules|\.[jt]sx?:\d+:\d+/);
  },
);

it.each(['/', '/about', '/mentorship', '/contact'])('%s needs no database', async (path) => {
  const { status, html } = await readPage(path);
  expect(status).toBe(200);
  expect(html).not.toContain('can’t be shown right now');
});

it.each(['/feed.xml', '/sitemap.xml'])('%s asks to be tried again', async (path) => {
  const answer = await fetch(site.url + path);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
});
