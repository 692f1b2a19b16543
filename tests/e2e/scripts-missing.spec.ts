import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import {
  bookElsewhere,
  bookNow,
  createBookingVisitor,
  expectVisitorKept,
  fillInVisitor,
  openInstants,
  ownDate,
  readBookings,
  sessionType,
  slotText,
} from './bookings.ts';
import { expect, expectAccessible, expectNoExcess, test } from './fixtures.ts';

/* The script files of a page never arrive, as behind a filter or a hotel's sign-in page. */

const zone = 'Africa/Johannesburg';
test.use({ allowedConsole: /Failed to load resource|net::ERR_FAILED/ });

const blockScripts = (page: Page) => page.route(/\.js(\?|$)/, (route) => route.abort('failed'));

const untilLate = (page: Page) =>
  page.waitForFunction(() => document.querySelector('html[data-late]') !== null);

const plainDate = (page: Page) => page.locator('input[type=date]');
const plainTime = (page: Page) => page.locator('select[name=booking_date]:visible');

async function showTimes(page: Page, date: Temporal.PlainDate): Promise<void> {
  await plainDate(page).fill(date.toString());
  await page.getByRole('button', { name: 'Show times' }).click();
  await expect(plainDate(page)).toHaveValue(date.toString());
}

/** Books a session and moves it, without the scripts of the pages. */
async function bookAndMove(page: Page): Promise<void> {
  const visitor = createBookingVisitor('Zoë 𝗧. O’Neill');
  const date = ownDate();
  const [first, second, third] = openInstants(date, zone);
  await bookElsewhere(first);
  await fillInVisitor(page, visitor);
  await showTimes(page, date);
  await expectVisitorKept(page, visitor);
  await expect(plainTime(page).getByRole('option', { name: slotText(first, zone) })).toHaveCount(0);
  await expectNoExcess(page);
  // Without a time, nothing is booked, and the times stay.
  await bookNow(page).click();
  await expect(plainTime(page)).toHaveAccessibleDescription('A time is required.');
  await plainTime(page).selectOption(slotText(second, zone));
  // Enter books; it does not ask for times again.
  await page.getByLabel('Email Address').press('Enter');
  await expect(page).toHaveURL(/\/booking\/.*\?booked/);
  const toStart = (slot: Temporal.Instant) => new Date(slot.epochMilliseconds).toISOString();
  expect(await readBookings(visitor.email)).toEqual([
    expect.objectContaining({
      session_type: '1-on-1 Session',
      booking_date: toStart(second),
      time_zone: null,
    }),
  ]);

  if (!(await plainDate(page).isVisible())) await untilLate(page);
  await showTimes(page, date);
  await plainTime(page).selectOption(slotText(third, zone));
  await page.getByRole('button', { name: 'Move Session' }).click();
  await expect(page.getByText('Your session has been moved.')).toBeVisible();
  expect(await readBookings(visitor.email)).toEqual([
    expect.objectContaining({ booking_date: toStart(third) }),
  ]);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a session is booked and moved', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/mentorship');
    await bookAndMove(page);
  });

  test('a date without free times names the next ones, and keeps what was typed', async ({
    page,
  }) => {
    const today = Temporal.Now.plainDateISO(zone);
    const past = today.subtract({ days: 3 });
    const visitor = createBookingVisitor('Zoë');
    await page.goto(`/mentorship?session=Intro+Call&date=${past}`);
    await expect(sessionType(page, 'Intro Call')).toBeChecked();
    await fillInVisitor(page, visitor);
    const next = page.getByRole('status').getByRole('button').first();
    await next.click();
    await expectVisitorKept(page, visitor);
    expect((await plainDate(page).inputValue()) >= today.toString()).toBe(true);
    await expect(plainTime(page).locator('option')).not.toHaveCount(1);
  });
});

test('a booking form whose scripts are blocked works without them', {
  tag: '@phone',
}, async ({ page }) => {
  await blockScripts(page);
  await page.goto('/mentorship');
  await page.getByRole('button', { name: /Pick a date/ }).click();
  await untilLate(page);
  await expectAccessible(page);
  await bookAndMove(page);
});

test('what was chosen before the scripts arrived stays', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  const date = ownDate();
  const [, second] = openInstants(date, zone);
  await page.goto('/mentorship', { waitUntil: 'commit' });
  await untilLate(page);
  await showTimes(page, date);
  await plainTime(page).selectOption(slotText(second, zone));
  await plainTime(page).focus();
  release();
  await expect(plainDate(page)).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-late');
  await expect(page.locator('select[name=booking_date]')).toHaveValue(
    new Date(second.epochMilliseconds).toISOString(),
  );
  await expect(page.locator('#booking-date-button')).toBeFocused();
});

test('a carousel whose script does not arrive has no buttons', async ({ page }) => {
  await page.route('**/assets/carousel-*.js', (route) => route.abort('failed'));
  await page.goto('/');
  // Its script is loaded near the view.
  await page.getByRole('button', { name: 'Next slide' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeHidden();
});

test('a purchase form and a carousel show what works without scripts', async ({ page }) => {
  await blockScripts(page);
  await page.goto('/services');
  await page.getByRole('button', { name: 'Purchase now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Course Purchase Inquiry' });
  await expect(dialog.getByText('The form is loading.')).toBeVisible();
  await untilLate(page);
  await expect(dialog.getByText('The form is loading.')).toBeHidden();
  await expect(dialog.getByRole('link', { name: 'write to us' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Open it as a page' }).click();
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeVisible();
  await untilLate(page);
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeHidden();
});
