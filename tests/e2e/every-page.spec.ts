import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

const pages = [
  ['/', 'Master The Markets with Time VS Price'],
  ['/services', 'Our Premium Services'],
  ['/about', 'A strategy built on two questions'],
  ['/mentorship', 'One hour, your charts, your questions'],
  ['/community', 'Learn in good company'],
  ['/contact', 'Ask the question you have been putting off'],
  ['/videos', 'Video Insights'],
  ['/freebies', 'Free Resources'],
  ['/education', 'Trade Like a Pro'],
  ['/blog', 'Trade Like a Pro'],
  ['/login', 'Admin Login'],
] as const;

for (const [path, heading] of pages) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${path} in ${theme}: its heading, nothing foreign, nothing for axe, nothing too wide`, async ({
      page,
      checkAccessibility,
    }) => {
      const hosts = new Set<string>();
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http')) hosts.add(url.host);
      });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((value) => localStorage.setItem('vite-ui-theme', value), theme);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await untilAlive(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(/Time vs Price/);
      await checkAccessibility();
      expect([...hosts]).toEqual([new URL(page.url()).host]);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, 'no sideways scrolling').toBe(0);
    });
  }
}

for (const width of [360, 390, 768, 1024, 1280, 1920]) {
  test(`no page is too wide at ${width} px`, async ({ page, isMobile }) => {
    if (isMobile && width > 768) return;
    await page.setViewportSize({ width, height: 900 });
    for (const [path] of pages) {
      await page.goto(path);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, `${path} at ${width} px`).toBe(0);
    }
  });
}

/** The sum of everything that moved without the visitor's doing, from the first paint on. */
async function layoutShift(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await untilAlive(page);
  return page.evaluate(() => Reflect.get(window, 'shift'));
}

for (const fonts of ['in time', 'late'] as const) {
  test(`nothing moves while a page loads, with its fonts ${fonts}`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value } = entry as PerformanceEntry & { value: number };
          Object.assign(window, { shift: Reflect.get(window, 'shift') + value });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    if (fonts === 'late') {
      // They arrive when the page is alive, long after its first paint.
      await page.route(/\.woff2$/, async (route) => {
        await untilAlive(page);
        await route.continue();
      });
    }
    for (const [path] of pages) expect(await layoutShift(page, path), path).toBe(0);
  });
}

test.describe('what is not there', () => {
  test.use({ allowedConsole: /404/ });

  for (const path of ['/education/no-such-post', '/blog/no-such-post']) {
    test(`${path} is not found`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('Post not found.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to Education' })).toHaveAttribute(
        'href',
        '/education',
      );
    });
  }
});

test('the admin is behind the login', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
});
