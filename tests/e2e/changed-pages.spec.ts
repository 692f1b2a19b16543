import type { Page } from '@playwright/test';
import {
  bookElsewhere,
  createBookingVisitor,
  openInstants,
  ownDate,
  readBookings,
} from './bookings.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/* Password managers, writing aids and phones change a page before its scripts have loaded. */

test.use({ allowedConsole: /React rendered the page again/ });

/** Changes each page as extensions and data detectors do. */
function changeByOthers(): void {
  const change = () => {
    for (const field of document.querySelectorAll('input, textarea')) {
      field.setAttribute('data-gramm', 'false');
      field.insertAdjacentHTML('afterend', '<div data-icon-root></div>');
    }
    for (const label of document.querySelectorAll('label'))
      label.append(document.createElement('i'));
    for (const paragraph of document.querySelectorAll('main p, main time')) {
      const text = [...paragraph.childNodes].find(({ nodeType }) => nodeType === 3);
      const link = document.createElement('a');
      link.href = 'x-apple-data-detectors://0';
      text?.replaceWith(link);
      link.append(text ?? '');
    }
    document.body.append(document.createElement('grammarly-desktop-integration'));
  };
  document.addEventListener('DOMContentLoaded', change);
}

async function openHeld(page: Page, path: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.addInitScript(changeByOthers);
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return release;
}

for (const path of ['/contact', '/mentorship', '/login'])
  test(`${path} keeps what was typed if others change it before its script`, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const release = await openHeld(page, path);
    const email = page.locator('main input[type=email]');
    await email.fill('zoë@example.com');
    release();
    await untilAlive(page);
    await expect(email).toHaveValue('zoë@example.com');
    await expect(email).toBeFocused();
    await page.keyboard.type('.za');
    await expect(email).toHaveValue('zoë@example.com.za');
    expect(errors).toEqual([]);
  });

test('a session is cancelled on a page that others changed', async ({ page }) => {
  const visitor = createBookingVisitor('Zoë');
  const path = await bookElsewhere(openInstants(ownDate(), 'Africa/Johannesburg')[0], visitor);
  const release = await openHeld(page, path);
  await page.getByText('Cancel Session', { exact: true }).click();
  await page.getByLabel('Reason').fill('I am ill.');
  release();
  await untilAlive(page);
  await expect(page.getByRole('button', { name: 'Move Session' })).toBeVisible();
  const reason = page.getByLabel('Reason');
  if (!(await reason.isVisible())) await page.getByText('Cancel Session', { exact: true }).click();
  await expect(reason).toHaveValue('I am ill.');
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
  expect(await readBookings(visitor.email)).toEqual([
    expect.objectContaining({ isCancelled: true }),
  ]);
});
