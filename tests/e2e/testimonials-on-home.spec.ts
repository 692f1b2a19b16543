import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { storeFile } from '#tests/support/site-content.ts';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/* The home page with different numbers of uploaded testimonials instead of the built-in ones. */

test.use({ reducedMotion: 'no-preference' });

const most = 6;
const builtIn = 13;
/** How many fit into a row. */
const fitting = { phone: 2, desktop: 5 };
const fileName = (index: number) => `1763712000000-shown-${index}.gif`;

async function showTestimonials(count: number): Promise<void> {
  await querySite('delete from testimonials');
  await querySite(
    `insert into testimonials (image_url)
     select '/storage/testimonials/1763712000000-shown-' || n || '.gif' from generate_series(1, $1::int) n`,
    [count],
  );
  await untilPublic('/', (html) => new Set(html.match(/shown-\d+/g)).size === count);
}

/** Returns the carousel of an interactive home page, scrolled into view. */
async function openCarousel(page: Page) {
  await page.goto('/');
  await untilAlive(page);
  const carousel = page.locator('[aria-roledescription="carousel"]');
  await carousel.scrollIntoViewIfNeeded();
  return {
    slides: carousel.getByRole('listitem'),
    next: carousel.getByRole('button', { name: 'Next slide' }),
    position: () => carousel.locator('ul').evaluate((list) => list.style.transform),
  };
}

test.beforeAll(async ({ siteUnderTest: _ }) => {
  const size = { width: 54, height: 96, channels: 3, background: '#c4953b' } as const;
  const picture = await sharp({ create: size }).gif().toBuffer();
  for (let index = 1; index <= most; index += 1) await storeFile(fileName(index), picture);
});
test.afterEach(() => querySite('delete from testimonials'));

test('any number is shown, and the row moves only if they do not all fit', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const fit = isMobile ? fitting.phone : fitting.desktop;
  for (const count of [0, 1, fit, fit + 1]) {
    await showTestimonials(count);
    const { slides, next, position } = await openCarousel(page);
    const shown = count || builtIn;
    await expect(slides).toHaveCount(shown);
    if (shown <= fit) {
      await expect(next).toHaveCount(0);
    } else {
      const start = await position();
      await next.click();
      await expect.poll(position).not.toBe(start);
    }
  }
});

test('two fill their row, and on a phone they use the whole width of the screen', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await showTestimonials(2);
  const { slides } = await openCarousel(page);
  const row = await page.locator('[data-carousel-viewport]').boundingBox();
  const [first, second] = await Promise.all([0, 1].map((at) => slides.nth(at).boundingBox()));
  expect((first?.width ?? 0) + (second?.width ?? 0)).toBeCloseTo(row?.width ?? 0, 0);
  if (isMobile) expect(row?.width).toBe(page.viewportSize()?.width);
});
