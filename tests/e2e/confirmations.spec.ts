import type { Locator, Page } from '@playwright/test';
import {
  bookNow,
  createBookingVisitor,
  fillInVisitor,
  openBookingPage,
  openInstants,
  ownDate,
  pickSlot,
} from './bookings.ts';
import { expect, test } from './fixtures.ts';

const zone = 'Europe/London';
test.use({ timezoneId: zone });

async function expectApart(page: Page, confirmation: Locator): Promise<void> {
  const toast = page.locator('[data-toast]').last();
  await expect(toast).toBeVisible();
  await expect
    .poll(async () => {
      const [one, other] = [await toast.boundingBox(), await confirmation.boundingBox()];
      if (!one || !other) return 'missing';
      const isApart = one.y + one.height <= other.y || other.y + other.height <= one.y;
      return isApart ? 'apart' : JSON.stringify([one, other]);
    })
    .toBe('apart');
}

test('on a phone, a notification does not cover the confirmation of a booking', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const date = ownDate();
  await openBookingPage(page, date);
  await fillInVisitor(page, createBookingVisitor('Zoë'));
  await pickSlot(page, date, openInstants(date, zone)[0], zone);
  await bookNow(page).click();
  await expectApart(page, page.getByRole('region', { name: 'Your session is booked' }));
});
