import type { Page } from '@playwright/test';
import { operator } from '#tests/support/site-under-test.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const line = (page: Page) => page.getByRole('progressbar', { name: 'Loading the page' });
const cards = (page: Page) => page.getByTestId('skeleton-card');

/** Opens a page whose clock stands still from then on. */
async function openWithClock(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await untilAlive(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

/** Holds the answers to these addresses back until the function that it gives is called. */
async function hold(page: Page, addresses: RegExp, ending: 'continue' | 'abort' = 'continue') {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    await route[ending]();
  });
  return release;
}

const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** Lets the time pass, a millisecond a step: a busy browser counts from a good while after the click. */
const runUntilLate = (page: Page) =>
  expect(async () => {
    await page.clock.runFor(1);
    expect(await line(page).isVisible()).toBe(true);
  }).toPass({ intervals: [0] });

const pages = [
  ['Services', '/services', 'Our Premium Services'],
  ['Community', '/community', 'Learn in good company'],
  ['Video Insights', '/videos', 'Video Insights'],
  ['Freebies', '/freebies', 'Free Resources'],
] as const;

test('after 150 ms there is a line at the top and three cards, then the page', async ({
  page,
  checkAccessibility,
}) => {
  await openWithClock(page, '/about');
  let before = '/about';
  for (const [name, path, heading] of pages) {
    const release = await hold(page, new RegExp(`${path}\\.data`));
    await follow(page, name);
    await page.clock.runFor(149);
    await expect(line(page)).toBeHidden();
    await expect(cards(page)).toHaveCount(0);
    await runUntilLate(page);
    await expect(cards(page)).toHaveCount(3);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveURL(before);
    if (name === 'Freebies') {
      await page.clock.resume();
      await checkAccessibility();
    }
    release();
    await expect(page).toHaveURL(path);
    await expect(line(page)).toBeHidden();
    await expect(cards(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    before = path;
  }
});

test('a page that comes at once shows nothing in between', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isActive = document.querySelector('[role=progressbar][data-active=true]');
      if (isActive) Object.assign(window, { wasActive: true });
    }).observe(document, { subtree: true, attributes: true, childList: true });
  });
  await openWithClock(page, '/about');
  await follow(page, 'Freebies');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free Resources');
  await page.clock.runFor(1_000);
  await expect(line(page)).toBeHidden();
  expect(await page.evaluate(() => Reflect.get(window, 'wasActive'))).toBeUndefined();
});

test.describe('without a connection', () => {
  test.use({ allowedConsole: /net::ERR_/ });

  test('what stood in for a page goes, and the page before is where it was', async ({ page }) => {
    await openWithClock(page, '/');
    const link = page.getByRole('link', { name: /Learn More.*Community Access/ });
    await link.scrollIntoViewIfNeeded();
    const drop = await hold(page, /\/community\.data/, 'abort');
    await link.click();
    const position = await page.evaluate(() => window.scrollY);
    expect(position).toBeGreaterThan(0);
    await runUntilLate(page);
    await expect(cards(page)).toHaveCount(3);
    await page.clock.resume();
    drop();
    await expect(page.getByText('The page could not be loaded.')).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    await expect(line(page)).toBeHidden();
    expect(await page.evaluate(() => window.scrollY)).toBe(position);
    await expect(link).toBeFocused();
  });
});

/** Counts in the page how often its content begins to fade in, and notes for how long. */
const countFades = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { fades: 0 });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options);
      if (this.id === 'main') {
        Object.assign(window, {
          fades: Reflect.get(window, 'fades') + 1,
          fade: animation.effect?.getComputedTiming().duration,
        });
        // Once the page stands at its top, while nothing has been faded in yet.
        queueMicrotask(() => {
          const pressable = ['header a', 'h1'].map((selector) => {
            const part = document.querySelector(selector);
            const { left, top, width, height } = part?.getBoundingClientRect() ?? new DOMRect();
            return part?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          });
          Object.assign(window, { pressable });
        });
      }
      return animation;
    };
  });

const noted = (page: Page, ...names: string[]) =>
  page.evaluate((asked) => asked.map((name) => Reflect.get(window, name)), names);

async function goToCommunity(page: Page) {
  await page.goto('/');
  await untilAlive(page);
  await page.getByRole('link', { name: /Learn More.*Community Access/ }).click();
  await expect(page).toHaveURL('/community');
  await expect(page.locator('main')).toBeFocused();
}

test.describe('a route change', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('fades for 300 ms, and takes no press', async ({ page }) => {
    await countFades(page);
    await goToCommunity(page);
    expect(await noted(page, 'fades', 'fade', 'pressable')).toEqual([1, 300, [true, true]]);
  });

  test('begins at the top: signing in, going from tab to tab, signing out', async ({ page }) => {
    await countFades(page);
    const scrolled = () => page.evaluate(() => window.scrollY);
    // So low that there is something to scroll on every page.
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto('/login');
    await untilAlive(page);
    const held = await hold(page, /\/login\.data/);
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password').fill(operator.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(line(page)).toBeVisible();
    held();
    await expect(page).toHaveURL('/admin');
    await expect.poll(() => noted(page, 'fades')).toEqual([1]);

    await page.evaluate(() => window.scrollTo(0, 120));
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'Courses' })
      .click();
    await expect(page).toHaveURL('/admin/courses');
    await expect.poll(scrolled).toBe(0);
    await expect.poll(() => noted(page, 'fades')).toEqual([2]);

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(scrolled).toBe(0);
    await expect.poll(() => noted(page, 'fades')).toEqual([3]);
  });
});

test('where less motion is asked for, no page fades', async ({ page }) => {
  await countFades(page);
  await goToCommunity(page);
  expect(await noted(page, 'fades')).toEqual([0]);
});
