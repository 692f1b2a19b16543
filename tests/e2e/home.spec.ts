import { expect, test, untilAlive } from './fixtures.ts';

test('the hero leads on; the method, its founder and the four services stand at their anchors', async ({
  page,
}) => {
  await page.goto('/#about');
  await expect(page.getByRole('link', { name: 'Join Our Community' })).toHaveAttribute(
    'href',
    '/community',
  );
  await expect(page.getByRole('link', { name: 'Explore Courses' })).toHaveAttribute(
    'href',
    '/services',
  );
  const section = page.locator('section#about');
  await expect(section.getByRole('img', { name: 'Portrait of the founder' })).toBeVisible();
  await expect(section.locator('p').filter({ hasText: /time|gold|knowledge/i })).toHaveCount(3);
  const cards = page.locator('section#services').getByRole('article');
  await expect(cards).toHaveCount(4);
  const expected = [
    ['TP Strategy Course', '/services'],
    ['TP Strategy Blueprint', '/services'],
    ['1-on-1 Mentorship', '/mentorship'],
    ['Community Access', '/community'],
  ] as const;
  for (const [index, [title, href]] of expected.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('heading')).toHaveText(title);
    await expect(card.getByRole('link', { name: /Learn More/ })).toHaveAttribute('href', href);
  }
});

test.describe('the chart behind the hero', () => {
  /** The drawing as text, to tell whether it has changed. */
  const drawing = (page: import('@playwright/test').Page) =>
    page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

  test.describe('that moves', () => {
    test.use({ reducedMotion: 'no-preference' });

    test('stops off screen, and after a press on pause', async ({ page }) => {
      await page.goto('/');
      await untilAlive(page);
      /** Whether the next frames draw anything else. */
      const isMoving = () =>
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
      await expect.poll(isMoving).toBe(true);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect.poll(isMoving).toBe(false);
      await page.locator('h1').scrollIntoViewIfNeeded();
      await expect.poll(isMoving).toBe(true);
      await page.getByRole('button', { name: 'Pause the chart animation' }).click();
      expect(await isMoving()).toBe(false);
    });
  });

  test('is drawn once and whole where less motion is asked for, as fine as the screen', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/');
    await untilAlive(page);
    const isBlank = () =>
      page.locator('canvas').evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const blank = document.createElement('canvas');
        blank.width = canvas.width;
        blank.height = canvas.height;
        return canvas.toDataURL() === blank.toDataURL();
      });
    await expect.poll(isBlank).toBe(false);
    const still = await drawing(page);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await drawing(page)).toBe(still);
    // Up to two dots a pixel.
    const density = () =>
      page.locator('canvas').evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        return canvas.width / canvas.clientWidth / Math.min(devicePixelRatio, 2);
      });
    await expect.poll(density).toBeCloseTo(1, 2);
  });
});

test('a link to the services brings them to the top of the screen', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/#services');
  await untilAlive(page);
  const top = () =>
    page.locator('section#services').evaluate((it) => Math.abs(it.getBoundingClientRect().top));
  const quarter = await page.evaluate(() => innerHeight / 4);
  await expect.poll(top).toBeLessThan(quarter);
  await expect(page.getByRole('heading', { name: 'TP Strategy Course' })).toBeInViewport();
});

test.describe('what is below the fold', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('fades in once, each card 0.2 s after the one before', async ({ page }) => {
    await page.goto('/');
    await untilAlive(page);
    const services = page.locator('section#services');
    const heading = services.locator('[data-reveal]', {
      has: page.getByRole('heading', { level: 2 }),
    });
    await expect(heading).toHaveAttribute('data-reveal', 'hidden');
    const cards = services.getByRole('listitem').locator('[data-reveal]');
    await expect(cards).toHaveCount(4);
    await expect(cards.first()).toHaveAttribute('data-reveal', 'hidden');
    const delays = await cards.evaluateAll((elements) =>
      elements.map((element) => getComputedStyle(element).getPropertyValue('--reveal-delay')),
    );
    expect(delays).toEqual(['', '0.2s', '0.4s', expect.stringMatching(/^0\.6/)]);
    await heading.scrollIntoViewIfNeeded();
    await expect(heading).toHaveAttribute('data-reveal', 'shown');
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards.last()).toHaveAttribute('data-reveal', 'shown');
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(cards.last()).toHaveAttribute('data-reveal', 'shown');
  });
});

test.describe('the testimonials', () => {
  test('are thirteen pictures of 9 to 16, as many a row as the screen bears', async ({ page }) => {
    await page.goto('/');
    await untilAlive(page);
    const carousel = page.locator('[aria-roledescription="carousel"]');
    const pictures = carousel.locator('img');
    await expect(pictures).toHaveCount(13);
    await expect(pictures.nth(12)).toHaveAttribute('alt', 'Testimonial 13');
    const perRow = { 500: 2, 700: 3, 800: 4, 1280: 5 };
    for (const [width, count] of Object.entries(perRow)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const share = () =>
        carousel.evaluate((element) => {
          const slide = element.querySelector('li')?.getBoundingClientRect().width ?? 0;
          const row = element.querySelector('ul')?.getBoundingClientRect().width ?? 0;
          return Math.round(row / slide);
        });
      await expect.poll(share).toBe(count);
    }
    const ratio = await pictures.first().evaluate((img) => img.clientWidth / img.clientHeight);
    expect(ratio).toBeCloseTo(9 / 16, 2);
  });

  test.describe('that move', () => {
    test.use({ reducedMotion: 'no-preference' });

    test('stand under the pointer, go on when it leaves, and can be worked by keyboard', async ({
      page,
    }) => {
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
});
