import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

/** Opens a page whose scripts are held back. Returns what lets them come, and the page alive. */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return async () => {
    release();
    await untilAlive(page);
  };
}

test('the theme is flipped at once, and once only', { tag: '@phone' }, async ({ page }) => {
  const comeAlive = await openHeld(page, '/about');
  const html = page.locator('html');
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  await expect(html).toHaveClass('light');
  await comeAlive();
  await expect(html).toHaveAttribute('data-alive', '');
  await expect(html).toHaveClass('light');
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  await expect(html).toHaveClass('dark');
});

test('the drawer opens and closes at once, and stays open when the page comes alive', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  if (!isMobile) await page.setViewportSize({ width: 800, height: 900 });
  const comeAlive = await openHeld(page, '/about');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await comeAlive();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(drawer).toBeHidden();
});

test('the inquiry opens at once, says that its form is coming, and has it then', {
  tag: '@phone',
}, async ({ page }) => {
  const comeAlive = await openHeld(page, '/services');
  await page.getByRole('button', { name: 'Purchase now' }).click();
  const inquiry = page.getByRole('dialog', { name: 'Course Purchase Inquiry' });
  await expect(inquiry.getByRole('status')).toContainText('The form is loading.');
  await comeAlive();
  await expect(inquiry.getByLabel('Name')).toBeFocused();
  await expect(inquiry.getByRole('status')).toBeHidden();
});

test('a press on an arrow of the slides is kept', { tag: '@phone' }, async ({ page }) => {
  const comeAlive = await openHeld(page, '/');
  const carousel = page.locator('[aria-roledescription="carousel"]');
  const next = carousel.getByRole('button', { name: 'Next slide' });
  /** How far the second slide is from where the first one stood, in pixels. */
  const distance = () =>
    carousel.evaluate((element) => {
      const [list, second] = [element.querySelector('ul'), element.querySelector('li + li')];
      const start = list?.parentElement?.getBoundingClientRect().left ?? 0;
      return Math.round((second?.getBoundingClientRect().left ?? 0) - start);
    });
  await next.click();
  await expect(next).toHaveAttribute('data-pressed', '');
  expect(await distance()).toBeGreaterThan(0);
  await comeAlive();
  await expect.poll(async () => Math.abs(await distance())).toBe(0);
  await expect(next).not.toHaveAttribute('data-pressed');
});

test('a press on the date field is kept, and what was typed as well', {
  tag: '@phone',
}, async ({ page }) => {
  const comeAlive = await openHeld(page, '/mentorship');
  await page.getByLabel('Full Name').fill('Ingrid');
  await page.getByRole('button', { name: /Pick a date/ }).click();
  await comeAlive();
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ingrid');
});

test('a press in the moment in which React begins is kept', async ({ page }) => {
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...args) {
      addEventListener.apply(this, args);
      // React listens at its part of the page, on the way down, before it has rendered anything.
      const isPart = this instanceof HTMLElement && 'island' in this.dataset;
      if (!isPart || args[0] !== 'click' || args[2] !== true) return;
      const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.includes('Pick a date'),
      );
      queueMicrotask(() => button?.click());
    };
  });
  await page.goto('/mentorship');
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
});

test('a form sends itself', async ({ page }) => {
  await openHeld(page, '/contact');
  await page.getByLabel('Full Name').fill('Ingrid');
  await page.getByLabel('Email Address').fill('ingrid@example.com');
  await page.getByLabel('Message').fill('Before any script has come.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status')).toContainText('Message sent!');
});

test('the countdown has the visitor’s time, and ticks, though storage is full', async ({
  page,
}) => {
  const start = new Date('2026-11-21T10:00:00Z');
  await page.clock.install({ time: start });
  await page.addInitScript((end) => {
    localStorage.setItem('saleEndTime', String(end));
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  }, start.getTime() + 7_200_000);
  await page.goto('/services');
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/^Sale ends in (02:00:00|01:59:\d\d)$/);
  await page.clock.fastForward('30:00');
  await expect(timer).toHaveText(/^Sale ends in (01:30:00|01:29:\d\d)$/);
});
