import type { Page } from '@playwright/test';
import {
  bookNow,
  createBookingVisitor,
  fillInVisitor,
  openBookingPage,
  openInstants,
  ownDate,
  pickSlot,
} from './bookings.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const zone = 'Europe/Berlin';
test.use({ timezoneId: zone });

/** Removes features that Safari 16.4, Chrome 111 or Firefox 115 lack and that pages might use. */
const removeNewerBuiltIns = (page: Page) =>
  page.addInitScript(() => {
    for (const [owner, names] of [
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [URL, ['canParse', 'parse']],
      [Array, ['fromAsync']],
      [Promise, ['withResolvers', 'try']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [AbortSignal, ['any']],
      [Element.prototype, ['checkVisibility']],
      [RegExp, ['escape']],
      [Uint8Array.prototype, ['toBase64', 'toHex']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [window, ['Iterator', 'Temporal', 'requestIdleCallback', 'scheduler', 'URLPattern']],
    ] as const) {
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  });

test.beforeEach(({ page }) => removeNewerBuiltIns(page));

test('visitors book, write and inquire in the oldest supported browsers', async ({ page }) => {
  const visitor = createBookingVisitor('Oldest');
  const date = ownDate();
  const [slot] = openInstants(date, zone);
  await openBookingPage(page, date);
  await fillInVisitor(page, visitor);
  await pickSlot(page, date, slot, zone);
  await bookNow(page).click();
  await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Full Name').fill(visitor.name);
  await page.getByLabel('Email Address').fill(visitor.email);
  await page.getByLabel('Message').fill('From an old phone');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible();

  await page.goto('/services');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Get the Blueprint' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
});
