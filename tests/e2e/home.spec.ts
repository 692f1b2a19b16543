import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

test('a link to the services scrolls them to the top of the screen', async ({ page }) => {
  await page.goto('/#services');
  await untilAlive(page);
  const section = page.locator('section#services');
  const top = () => section.evaluate((it) => Math.abs(it.getBoundingClientRect().top));
  const quarter = await page.evaluate(() => innerHeight / 4);
  await expect.poll(top).toBeLessThan(quarter);
  for (const [index, href] of ['/services', '/services', '/mentorship', '/community'].entries())
    await expect(
      section
        .getByRole('article')
        .nth(index)
        .getByRole('link', { name: /Learn More/ }),
    ).toHaveAttribute('href', href);
});

/** Returns whether the next frames differ. */
const isMoving = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        const canvas = document.querySelector('canvas');
        const before = canvas?.toDataURL();
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => done(canvas?.toDataURL() !== before)),
          ),
        );
      }),
  );

/** Returns the canvas pixels per screen pixel, up to two. */
const density = (page: Page) =>
  page.locator('canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    return canvas.width / canvas.clientWidth / Math.min(devicePixelRatio, 2);
  });

test('the chart moves while visible until it is paused, and does not move with reduced motion', async ({
  page,
}) => {
  await page.goto('/');
  await untilAlive(page);
  await expect.poll(() => density(page)).toBeCloseTo(1, 2);
  expect(await isMoving(page)).toBe(false);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await untilAlive(page);
  await expect.poll(() => isMoving(page)).toBe(true);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => isMoving(page)).toBe(false);
  await page.locator('h1').scrollIntoViewIfNeeded();
  await expect.poll(() => isMoving(page)).toBe(true);
  await page.getByRole('button', { name: 'Pause the chart animation' }).click();
  expect(await isMoving(page)).toBe(false);
  // The chart does not block links in front of it.
  await page.getByRole('link', { name: 'Explore Courses' }).click();
  await expect(page).toHaveURL('/services');
});

test('the carousel is loaded when it is near', async ({ page }) => {
  let isAsked = false;
  await page.route('**/assets/carousel-*.js', async (route) => {
    isAsked = true;
    await route.continue();
  });
  await page.goto('/');
  await untilAlive(page);
  await page.waitForLoadState('networkidle');
  expect(isAsked).toBe(false);
  await page.getByRole('button', { name: 'Next slide' }).scrollIntoViewIfNeeded();
  await expect.poll(() => isAsked).toBe(true);
});

for (const [moment, files] of [
  ['any script', '**/assets/*.js'],
  ['the script of the carousel', '**/assets/carousel-*.js'],
] as const) {
  test(`a press before ${moment} moves the carousel once`, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(files, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    if (moment !== 'any script') await untilAlive(page);
    const carousel = page.locator('[aria-roledescription="carousel"]');
    await carousel.getByRole('button', { name: 'Next slide' }).click();
    release();
    const position = () =>
      carousel.locator('ul').evaluate((list) => {
        const x = new DOMMatrix(list.style.transform).m41;
        return Math.round(x / (list.firstElementChild?.clientWidth || 1));
      });
    await expect.poll(position).toBe(-1);
  });
}

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('sections fade in once, each card 0.2 s after the previous one', async ({ page }) => {
    await page.goto('/');
    await untilAlive(page);
    const cards = page.locator('section#services').getByRole('listitem').locator('[data-reveal]');
    await expect(cards).toHaveCount(4);
    await expect(cards.first()).toHaveAttribute('data-reveal', 'hidden');
    const delays = await cards.evaluateAll((elements) =>
      elements.map((element) => getComputedStyle(element).getPropertyValue('--reveal-delay')),
    );
    expect(delays).toEqual(['', '0.2s', '0.4s', expect.stringMatching(/^0\.6/)]);
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards.last()).toHaveAttribute('data-reveal', 'shown');
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(cards.last()).toHaveAttribute('data-reveal', 'shown');
  });

  test('sections are readable as soon as they are in view, even if no script runs', async ({
    page,
  }) => {
    // On a busy phone the observer reports what is out of view, but nothing later.
    await page.addInitScript(() => {
      const { observe } = IntersectionObserver.prototype;
      IntersectionObserver.prototype.observe = function (target) {
        const isReveal = target.matches('[data-reveal]');
        if (!isReveal) observe.call(this, target);
        else if (target instanceof HTMLElement) target.dataset.reveal = 'hidden';
      };
    });
    await page.goto('/');
    await untilAlive(page);
    const blocks = page.locator('[data-reveal=hidden]');
    await expect(blocks.last()).toHaveCSS('opacity', '0');
    for (const block of await blocks.all()) {
      await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect(block).toHaveCSS('opacity', '1');
    }
  });

  test('the testimonials pause under the pointer and work with the keyboard', async ({ page }) => {
    await page.goto('/');
    await untilAlive(page);
    const carousel = page.locator('[aria-roledescription="carousel"]');
    await carousel.scrollIntoViewIfNeeded();
    const list = carousel.locator('ul');
    const position = () => list.evaluate(({ style }) => style.transform);
    const start = await position();
    await expect.poll(position).not.toBe(start);
    await carousel.hover();
    await expect(list).toHaveAttribute('aria-live', 'polite');
    await page.mouse.move(2, 2);
    await expect(list).toHaveAttribute('aria-live', 'off');

    await carousel.getByRole('button', { name: 'Pause slides' }).click();
    await expect(carousel.getByRole('button', { name: 'Play slides' })).toBeVisible();
    const paused = await position();
    await page.keyboard.press('ArrowRight');
    await expect.poll(position).not.toBe(paused);
  });
});
