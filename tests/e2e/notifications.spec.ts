import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

const notices = (page: Page) => page.locator('[data-toast]');
const send = (page: Page) => page.getByRole('button', { name: /Send Message|Submit Request/ });

async function failOnContact(page: Page): Promise<void> {
  await page.clock.install();
  await page.route(/api\/leads|contact\.php/, (route) => route.abort());
  await page.goto('/contact');
  await untilAlive(page);
  await page.getByLabel('Name').fill('Thandi');
  await page.getByLabel('Email').fill('thandi@example.com');
  await page.getByLabel('Message').fill('What does a session look like?');
  await send(page).click();
  await expect(notices(page)).toHaveCount(1);
}

test('the focus returns when a notification is closed, and the next one disappears after a while', async ({
  page,
}) => {
  await failOnContact(page);
  const message = page.getByLabel('Message');
  await message.focus();
  await page.keyboard.press('Alt+T');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notices(page)).toHaveCount(0);
  await expect(message).toBeFocused();

  await page.mouse.move(0, 0);
  await send(page).press('Enter');
  await expect(notices(page)).toHaveCount(1);
  await expect(page.locator('[data-toaster] :focus')).toHaveCount(0);
  // It stays while the pointer or the keyboard is there, and only so long.
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

test('in a dialog they can be pressed, leave its end in reach, and give way to the next result', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.route(/api\/leads|contact\.php/, (route) => route.abort());
  await page.goto('/services');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Purchase now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Course Purchase Inquiry' });
  await dialog.getByLabel('Name').fill('Thandi');
  await dialog.getByLabel('Email').fill(`thandi-${crypto.randomUUID()}@example.com`);
  await send(page).click();
  const notice = page.getByText('Failed to submit your request. Please try again.');
  await notice.click();
  await expect(dialog).toBeVisible();

  await page.unroute(/api\/leads|contact\.php/);
  await send(page).click();
  await expect(page.getByText('Thank you!')).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(notices(page)).toHaveCount(1);
});
