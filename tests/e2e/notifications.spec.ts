import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

const notices = (page: Page) => page.locator('[data-toast]');
const send = (page: Page) => page.getByRole('button', { name: /Send Message|Submit Request/ });

test('a notification appears at the bottom right, can be focused and closed, and disappears after a while', async ({
  page,
}) => {
  await page.clock.install();
  await page.route(/api\/leads|contact\.php/, (route) => route.abort());
  await page.goto('/contact');
  await untilAlive(page);
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toBeAttached();
  await page.getByLabel('Name').fill('Thandi');
  await page.getByLabel('Email').fill('thandi@example.com');
  const message = page.getByLabel('Message');
  await message.fill('What does a session look like?');
  await send(page).click();
  const bottomRight = () =>
    notices(page).evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return innerWidth - right < 40 && innerHeight - bottom < 40;
    });
  await expect.poll(bottomRight).toBe(true);
  await message.focus();
  await page.keyboard.press('Alt+T');
  await expect(page.locator('[data-toaster]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notices(page)).toHaveCount(0);
  await expect(message).toBeFocused();

  await page.mouse.move(0, 0);
  await send(page).press('Enter');
  await expect(notices(page)).toHaveCount(1);
  // It stays while the pointer or the focus is on it.
  await notices(page).hover();
  await page.clock.runFor(10_000);
  await expect(notices(page)).toHaveCount(1);
  await page.mouse.move(0, 0);
  await page.keyboard.press('Alt+T');
  await page.clock.runFor(10_000);
  await expect(notices(page)).toHaveCount(1);
  await message.focus();
  await page.clock.runFor(10_000);
  await expect(notices(page)).toHaveCount(0);
});
