import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

/** Opens a page and blocks its scripts. Returns a function that releases them. */
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

test('the theme and the drawer work before the page is interactive', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  if (!isMobile) await page.setViewportSize({ width: 800, height: 900 });
  const comeAlive = await openHeld(page, '/about');
  const html = page.locator('html');
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  await expect(html).toHaveClass('light');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await comeAlive();
  await expect(html).toHaveClass('light');
  await expect(drawer).toBeVisible();
  await drawer.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
});

test('an early press on a plan, a date or a slide takes effect later', async ({ page }) => {
  const servicesAlive = await openHeld(page, '/services');
  await page.getByRole('button', { name: 'Purchase now' }).click();
  const inquiry = page.getByRole('dialog', { name: 'Course Purchase Inquiry' });
  await expect(inquiry.getByRole('status')).toContainText('The form is loading.');
  await servicesAlive();
  await expect(inquiry.getByLabel('Name')).toBeFocused();

  const mentorshipAlive = await openHeld(page, '/mentorship');
  await page.getByLabel('Full Name').fill('Ingrid');
  await page.getByRole('button', { name: /Pick a date/ }).click();
  await mentorshipAlive();
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ingrid');

  const homeAlive = await openHeld(page, '/');
  const next = page.getByRole('button', { name: 'Next slide' });
  await next.click();
  await expect(next).toHaveAttribute('data-pressed', '');
  await homeAlive();
  await expect(next).not.toHaveAttribute('data-pressed');
});

test('a press while React hydrates takes effect', async ({ page }) => {
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...args) {
      addEventListener.apply(this, args);
      // React adds capturing listeners to its root before it has rendered anything.
      const isPart = this instanceof HTMLElement && 'island' in this.dataset;
      if (!isPart || args[0] !== 'click' || args[2] !== true) return;
      const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.includes('Pick a date'),
      );
      queueMicrotask(() => button?.click());
    };
  });
  await page.goto('/mentorship');
  await page.getByLabel('Full Name').focus();
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
});

test('a form can be sent before any script has loaded', async ({ page }) => {
  await openHeld(page, '/contact');
  await page.getByLabel('Full Name').fill('Ingrid');
  await page.getByLabel('Email Address').fill('ingrid@example.com');
  await page.getByLabel('Message').fill('Before any script has loaded.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status')).toContainText('Message sent!');
});
