import type { Page } from '@playwright/test';
import { defaults } from '#content/defaults.ts';
import { longSessions } from '#tests/support/session-types.ts';
import {
  bookElsewhere,
  createBookingVisitor,
  fillInVisitor,
  offeredTimes,
  openAdmin,
  openInstants,
  ownDate,
  pickDate,
  readBookings,
  timeSelect,
} from './booking-pages.ts';
import { expectNoExcess } from './fixtures.ts';
import { changeSection, expect, test } from './settings-fixtures.ts';

const zone = 'Africa/Johannesburg';
test.use({ timezoneId: zone });

/** Lets the mentor sell an hour and a half, and eight hours. */
async function sellLongSessions(page: Page): Promise<void> {
  const [option] = defaults.offers.mentorshipOptions;
  const added = longSessions.map((session) => ({ ...option, ...session, length: null }));
  const mentorshipOptions = [...defaults.offers.mentorshipOptions, ...added];
  await changeSection(page, 'offers', { mentorshipOptions });
}

/** Somebody else books 19:00 of an evening. */
async function bookSeven(date: ReturnType<typeof ownDate>): Promise<void> {
  const seven = openInstants(date, zone)[1];
  if (!seven) throw new Error('Too few hours');
  await bookElsewhere(seven);
}

test('choosing a longer session reports that the time does not fit, and it is booked and moved in full', {
  tag: '@phone',
}, async ({ page, checkAccessibility }) => {
  const visitor = createBookingVisitor('Lindiwe');
  const date = ownDate(10);
  await sellLongSessions(page);
  await bookSeven(date);
  await openAdmin(page, date);
  await fillInVisitor(page, visitor);
  await pickDate(page, date);
  expect(await offeredTimes(page)).toEqual([
    ...['6:00 PM', '8:00 PM', '9:00 PM', '10:00 PM', '11:00 PM'],
  ]);
  await timeSelect(page).selectOption('6:00 PM');

  const type = page.getByLabel('Session Type');
  const lost = page.getByText(
    '6:00 PM is not free for a session of 90 minutes. Please choose another time.',
  );
  await type.selectOption('Chart review');
  await expect(lost).toBeVisible();
  await expect(timeSelect(page)).toHaveValue('');
  expect(await offeredTimes(page)).toEqual(['8:00 PM', '9:00 PM', '10:00 PM']);
  await expect(page.locator('input[name="date"]')).toHaveValue(date.toString());
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.name);
  await expect(page.getByLabel('Trading Goals')).toHaveValue(visitor.goals);
  await expectNoExcess(page);
  await checkAccessibility();
  // No evening has eight hours.
  await type.selectOption('Day of trading');
  await page.getByRole('button', { name: /^Date/ }).click();
  await expect(page.getByText('No free times this month for a session of 8 hours.')).toBeVisible();
  await page.keyboard.press('Escape');
  // For the hour it still is free.
  await type.selectOption('1-on-1 Session');
  await expect(timeSelect(page).locator('option:checked')).toHaveText('6:00 PM');
  await expect(lost).toBeHidden();

  await type.selectOption('Chart review');
  await expect(lost).toBeVisible();
  await timeSelect(page).selectOption('8:00 PM');
  await expect(lost).toBeHidden();
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('link', { name: 'Move or cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session is booked');

  // It does not stand in its own way.
  await pickDate(page, date);
  expect(await offeredTimes(page)).toEqual(['9:00 PM', '10:00 PM']);
  await timeSelect(page).selectOption('9:00 PM');
  await page.getByRole('button', { name: 'Move Session' }).click();
  await expect(page.getByRole('status')).toContainText('Your session has been moved.');
  const nine = openInstants(date, zone)[3];
  expect(await readBookings(visitor.email)).toEqual([
    expect.objectContaining({
      session_type: 'Chart review',
      booking_date: new Date(nine?.epochMilliseconds ?? 0).toISOString(),
    }),
  ]);
  // Until 22:30.
  await openAdmin(page, date);
  await pickDate(page, date);
  expect(await offeredTimes(page)).toEqual(['6:00 PM', '8:00 PM', '11:00 PM']);
});
