import type { Page } from '@playwright/test';
import { expect, setLine, test, untilAlive } from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Both halves of a page that is fetched ahead: its code and its data. */
const fetched = (page: Page, name: string) =>
  Promise.all([
    page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js$`)),
    page.waitForEvent('requestfinished', (request) => request.url().includes(`/${name}.data`)),
  ]);

test.describe('the next page', () => {
  // The link that is still pointed at is fetched once more, in vain.
  test.use({ allowedConsole: /ERR_INTERNET_DISCONNECTED/ });

  test('needs no connection once its link was pointed at', async ({ page, context }) => {
    await page.goto('/about');
    await untilAlive(page);
    const services = fetched(page, 'services');
    await menu(page).getByRole('link', { name: 'Services' }).hover();
    await services;
    await context.setOffline(true);
    await menu(page).getByRole('link', { name: 'Services' }).click();
    await expect(page).toHaveURL('/services');
    await expect(heading(page)).not.toHaveText(/About/);
  });

  test('is fetched on a quick line when its link is in view', async ({ page }) => {
    await setLine(page, { saveData: false, effectiveType: '4g' });
    const services = fetched(page, 'services');
    await page.goto('/about');
    await services;
  });

  test('is fetched once, however many links lead there, and after the page itself', async ({
    page,
  }) => {
    await setLine(page, { saveData: false, effectiveType: '4g' });
    const { promise: mayCome, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/hanken-grotesk-latin-*', async (route) => {
      await mayCome;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const isAhead = (url: string) => url.includes('.data');
    await page.goto('/', { waitUntil: 'commit' });
    await untilAlive(page);
    const pass = () =>
      page.evaluate(async () => {
        // More idle moments than links lead twice to the same page.
        for (let turn = 0; turn < 5; turn += 1) {
          await new Promise((idle) => requestIdleCallback(idle));
        }
      });
    await pass();
    expect(asked.filter(isAhead)).toEqual([]);
    release();
    // The menu's last; the links of the page itself come after it.
    await expect(page.locator('link[href^="/contact.data"]')).toHaveCount(1);
    await pass();
    await expect(page.locator('link[href^="/services.data"]')).toHaveCount(1);
  });

  for (const line of [{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }]) {
    test(`waits for its link to be pointed at with ${JSON.stringify(line)}`, async ({ page }) => {
      await setLine(page, line);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto('/about');
      await untilAlive(page);
      const services = fetched(page, 'services');
      await menu(page).getByRole('link', { name: 'Services' }).hover();
      await services;
      expect(asked.filter((url) => /\.data/.test(url))).toHaveLength(1);
    });
  }
});

test('back and forward find the place that one had scrolled to', async ({ page }) => {
  await page.goto('/services');
  await untilAlive(page);
  await page.evaluate(() => window.scrollTo(0, 700));
  await menu(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.goBack();
  await expect(page).toHaveURL('/services');
  await expect.poll(() => scrolled(page)).toBe(700);
  await page.goForward();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('nothing in a public page keeps the browser from holding it for Back', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  /** What stood in the way once, other than that a browser without a window holds no pages. */
  async function leaveAndComeBack(path: string) {
    const told = Promise.withResolvers<{ type: string; reason: string }[]>();
    session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      told.resolve(notRestoredExplanations),
    );
    await page.goto(path);
    // A picture that is still on its way is none of ours to answer for.
    await page.waitForLoadState('networkidle');
    await page.goto('/robots.txt');
    await page.goBack();
    return (await told.promise)
      .filter(({ type }) => type !== 'Circumstantial')
      .map(({ reason }) => reason);
  }
  /** What stands in the way for good: a page that is loaded ahead may just be on its way, but not every time. */
  async function listObstacles(path: string) {
    let obstacles: string[] = [];
    for (let visit = 0; visit < 5; visit += 1) {
      obstacles = await leaveAndComeBack(path);
      const isOnItsWay = (reason: string) => reason.startsWith('OutstandingNetworkRequest');
      if (obstacles.length === 0 || !obstacles.every(isOnItsWay)) break;
    }
    return obstacles;
  }
  for (const path of ['/', '/about', '/services', '/mentorship', '/contact', '/education']) {
    await test.step(path, async () => expect(await listObstacles(path), path).toEqual([]));
  }
});

test('what is not in the markup has its style as soon as it appears', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/app-[^/]*\.css$/, async (route) => {
    await held;
    await route.continue();
  });
  const entry = page.waitForResponse(/\/assets\/entry\.client-/);
  await page.goto('/about', { waitUntil: 'commit' });
  await entry;
  // Painted with its own rules, and nothing comes alive without the rest.
  await expect(heading(page)).toHaveCSS('font-weight', '500');
  expect(await page.evaluate(() => Object.keys(document.querySelector('main') ?? {}))).toEqual([]);
  release();
  await untilAlive(page);
  const sheets = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  expect(await sheets()).toContainEqual(expect.stringMatching(/\/assets\/app-.*\.css$/));
});

test.describe('the rules inside a document', () => {
  test.use({ javaScriptEnabled: false });

  /** The style of everything on the page in both themes, by what it is. */
  const readStyles = (page: Page) =>
    page.evaluate(() =>
      ['light', 'dark'].flatMap((theme) => {
        document.documentElement.className = theme;
        return [...document.body.querySelectorAll('*')].map(
          (element) =>
            `${theme} ${element.outerHTML.slice(0, 200)} ${getComputedStyle(element).cssText}`,
        );
      }),
    );

  for (const path of ['/', '/services', '/mentorship', '/contact', '/education', '/login']) {
    test(`make ${path} what the whole style sheet makes it`, async ({ page }) => {
      await page.goto(path);
      const own = await readStyles(page);
      const sheet = page.waitForResponse(/\/assets\/app-[\w-]+\.css$/);
      await page.evaluate(() => {
        const link = document.querySelector<HTMLLinkElement>('link[rel=postponed-stylesheet]');
        if (link) link.rel = 'stylesheet';
      });
      await (await sheet).finished();
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2);
      const whole = await readStyles(page);
      expect(own.length).toBeGreaterThan(100);
      expect(whole.filter((style, index) => style !== own[index])).toEqual([]);
    });
  }
});
