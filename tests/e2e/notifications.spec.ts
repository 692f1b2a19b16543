import type { Page } from '@playwright/test';
import { insertLeads } from '#tests/support/site-rows.ts';
import { test as adminTest, confirmDeletion, unique } from './admin-fixtures.ts';
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

for (const way of ['press', 'keyboard'] as const) {
  test(`after one is closed by ${way}, the focus is where it was and the next goes by itself`, async ({
    page,
  }) => {
    await failOnContact(page);
    const message = page.getByLabel('Message');
    await message.focus();
    const close = page.getByRole('button', { name: 'Close toast' });
    if (way === 'press') await close.click();
    else {
      await page.keyboard.press('Alt+T');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    }
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
}

adminTest('after an Undo they go by themselves', async ({ page }) => {
  const name = unique('Undone');
  await insertLeads([`${name} 1`, `${name} 2`], 'Course Purchase Inquiry');
  await page.clock.install();
  await page.goto('/admin?group=course');
  for (const number of [1, 2]) {
    const card = page.getByRole('article').filter({ hasText: `${name} ${number}` });
    await card.getByRole('button', { name: /Delete/ }).click();
    await confirmDeletion(page);
    await expect(notices(page)).toHaveCount(number);
  }
  // A phone has room for the newest.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(notices(page).filter({ visible: true })).toHaveText([/2/]);
  await page.setViewportSize({ width: 1280, height: 860 });
  // The pointer rests where it pressed.
  await notices(page).last().getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Lead restored')).toBeVisible();
  await page.clock.runFor(20_000);
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
