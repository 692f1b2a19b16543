import type { Page } from '@playwright/test';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expect, test } from './fixtures.ts';

const pages = [
  ['/', ['Organization', 'FAQPage']],
  ['/services', ['Organization', 'Course', 'Service', 'BreadcrumbList']],
  ['/about', ['Organization', 'BreadcrumbList']],
  ['/mentorship', ['Organization', 'BreadcrumbList']],
  ['/community', ['BreadcrumbList']],
  ['/contact', ['Organization', 'BreadcrumbList']],
  ['/videos', ['BreadcrumbList']],
  ['/freebies', ['BreadcrumbList']],
  ['/education', ['BreadcrumbList']],
] as const;

const readMeta = (page: Page, selector: string, attribute = 'content') =>
  page.locator(`head ${selector}`).getAttribute(attribute);

test('every page has a title, a description, a canonical address and a share card', async ({
  page,
  request,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string | null>();
  for (const [path, types] of pages) {
    await page.goto(path);
    const title = await page.title();
    titles.add(title);
    expect(title, 'says more than one word').toMatch(/^\S+ \S.* · /);
    expect(await readMeta(page, 'meta[property="og:title"]')).toBe(title);
    descriptions.add(await readMeta(page, 'meta[name=description]'));
    expect(await readMeta(page, 'link[rel=canonical]', 'href')).toBe(siteUrl + path);
    expect(await readMeta(page, 'meta[property="og:url"]')).toBe(siteUrl + path);
    expect(await readMeta(page, 'meta[name="twitter:card"]')).toBe('summary_large_image');
    const picture = await readMeta(page, 'meta[property="og:image"]');
    expect(picture).toMatch(/^https?:\/\//);
    const answer = await request.get(picture ?? '');
    expect(answer.headers()['content-type']).toMatch(/^image\/(?:png|jpeg)$/);

    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const parsed = data.map((text) => JSON.parse(text));
    expect(parsed.every((one) => one['@context'] === 'https://schema.org')).toBe(true);
    const found = new Set(parsed.map((one) => one['@type']));
    for (const type of types) expect(found, `${path} tells of ${type}`).toContain(type);
  }
  expect(titles.size, 'no two pages share a title').toBe(pages.length);
  expect(descriptions.size, 'no two pages share a description').toBe(pages.length);
});

test('the sitemap lists public pages only, each by its canonical address', async ({
  page,
  request,
}) => {
  await page.goto('/blog');
  expect(await readMeta(page, 'link[rel=canonical]', 'href')).toBe(`${siteUrl}/education`);
  await page.goto('/login');
  expect(await readMeta(page, 'meta[name=robots]')).toBe('noindex');
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  const xml = await (await request.get('/sitemap.xml')).text();
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThanOrEqual(pages.length);
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
});
