import path from 'node:path';
import type { Page } from '@playwright/test';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { readNotices } from '#tests/support/site-state.ts';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';
import {
  bookElsewhere,
  createBookingVisitor,
  dateButton,
  expectVisitorKept,
  fillInVisitor,
  offeredTimes,
  openAdmin,
  openInstants,
  ownDate,
  pickDate,
  readBookings,
  slotText,
  timeSelect,
} from './booking-pages.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const success = 'Booking successful! We will be in touch shortly.';
const delivered = 'Booking submitted! We will be in touch shortly.';
const failure = 'Failed to submit booking. Please try again.';
const taken = 'That time has just been booked. Please choose another.';

const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' });

/** Confirmations that visitors got, from the mailbox of the site under test. */
async function readConfirmations(email: string) {
  const mails = await readMailbox(path.join(siteDataDirectory, 'mailbox'));
  return mails.filter((mail) => mail.to?.some(({ address }) => address === email));
}

test.describe('on a visitor’s own clock', () => {
  test.use({ timezoneId: 'Europe/London' });

  test('missing fields have messages, and the first one has the focus', async ({
    page,
    checkAccessibility,
  }) => {
    await openAdmin(page, ownDate(0));
    await page.getByLabel('Full Name').focus();
    await bookNow(page).click();
    for (const message of [
      'Name is required.',
      'A valid email is required.',
      'Please select a session type.',
      'Please select a meeting type.',
      'Please select your knowledge level.',
      'A date is required.',
      'A time is required.',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('Session Type')).toBeFocused();
    await expect(timeSelect(page)).toBeDisabled();
    await checkAccessibility();

    // With the rest in order, the focus goes to the date; picking one clears its message.
    await fillInVisitor(page, createBookingVisitor('Careful'));
    await bookNow(page).click();
    await expect(dateButton(page)).toBeFocused();
    await expect(dateButton(page)).toHaveAccessibleDescription('A date is required.');
    await pickDate(page, ownDate(0));
    await expect(page.getByText('A date is required.')).toBeHidden();
  });

  test('a session is booked once and confirmed to both, and another can be booked', {
    tag: '@phone',
  }, async ({ page, checkAccessibility }) => {
    const visitor = createBookingVisitor('Nomsa');
    const date = ownDate(2);
    const [first, second] = openInstants(date, 'Europe/London');
    if (!first || !second) throw new Error('No hours to book');
    await openAdmin(page, date);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let inserts = 0;
    await page.route('**/api/bookings', async (route) => {
      inserts += 1;
      await held;
      await route.continue();
    });
    const notified = page.waitForRequest('**/contact.php');

    await fillInVisitor(page, visitor);
    await page.getByRole('link', { name: 'Choose Intro Call' }).click();
    await expect(page.getByLabel('Session Type')).toHaveValue('Intro Call');
    await pickDate(page, date);
    await timeSelect(page).selectOption(slotText(first, 'Europe/London'));
    // Another date clears the time.
    await pickDate(page, date.add({ days: 1 }));
    await expect(timeSelect(page)).toHaveValue('');
    await pickDate(page, date);
    await timeSelect(page).selectOption(slotText(second, 'Europe/London'));
    await bookNow(page).click();
    await expect(page.getByRole('button', { name: 'Booking...' })).toBeDisabled();
    await page.getByLabel('Full Name').press('Enter');
    release();
    await expect(page.getByText(success)).toBeVisible();
    expect(inserts).toBe(1);
    expect((await notified).postDataJSON()).toMatchObject({
      source: 'New Mentorship Booking',
      name: visitor.name,
      email: visitor.email,
      booking_date: expect.stringMatching(/^\w+, \d+ \w+ \d{4}$/),
      session_type: 'Intro Call',
      meeting_type: 'Google Meet',
      trading_knowledge: 'Intermediate',
      trading_goals: visitor.goals,
    });

    await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeFocused();
    await expect(page.getByText('We’ll remind you a day and an hour before.')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveCount(0);
    await checkAccessibility();
    await page.getByRole('button', { name: 'Book another session' }).click();
    await expect(page.getByLabel('Session Type')).toBeFocused();
    await expect(page.getByLabel('Full Name')).toHaveValue('');
    await expect(page.getByLabel('Session Type').locator('option:checked')).toHaveText(
      'Select a session',
    );
    await expect(dateButton(page)).toHaveAccessibleName('Date Pick a date');
    await checkAccessibility();
    await expect.poll(async () => (await readNotices(visitor.email)).length).toBe(1);
    await expect.poll(async () => (await readConfirmations(visitor.email)).length).toBe(1);
    expect(await readBookings(visitor.email)).toEqual([
      {
        session_type: 'Intro Call',
        booking_date: new Date(second.epochMilliseconds).toISOString(),
        meeting_type: 'Google Meet',
        trading_knowledge: 'Intermediate',
        notes: `Goals: ${visitor.goals}\nTopics: Not provided`,
        time_zone: 'Europe/London',
        isCancelled: false,
      },
    ]);
    // What is booked is offered no more.
    await pickDate(page, date);
    expect(await offeredTimes(page)).not.toContain(slotText(second, 'Europe/London'));
  });

  test('a page that regains focus loads the free times again', async ({ page }) => {
    const date = ownDate(15);
    const [first, second] = openInstants(date, 'Europe/London');
    if (!first || !second) throw new Error('No hours to book');
    await openAdmin(page, date);
    await pickDate(page, date);
    await timeSelect(page).selectOption(slotText(second, 'Europe/London'));
    await bookElsewhere(first);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => offeredTimes(page)).not.toContain(slotText(first, 'Europe/London'));
    await expect(timeSelect(page).locator('option:checked')).toHaveText(
      slotText(second, 'Europe/London'),
    );
  });

  test('another zone shows its own dates and hours, and keeps the chosen moment', async ({
    page,
  }) => {
    const date = ownDate(3);
    await openAdmin(page, date);
    await pickDate(page, date);
    const instant = openInstants(date, 'Europe/London').at(-1);
    if (!instant) throw new Error('No hours to choose');
    await timeSelect(page).selectOption(slotText(instant, 'Europe/London'));
    await expect(page.getByText('Times are in Europe/London')).toBeVisible();
    await page.getByRole('button', { name: 'Change time zone' }).click();
    await page.getByLabel('Your time zone').fill('Asia/Kathmandu');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Times are in Asia/Kathmandu (GMT+5:45).')).toBeVisible();
    await expect(timeSelect(page).locator('option:checked')).toHaveText(
      slotText(instant, 'Asia/Kathmandu'),
    );
    await expect(page.locator('input[name="date"]')).toHaveValue(date.add({ days: 1 }).toString());
  });

  test.describe('when something fails', () => {
    test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

    test('a slot that was just taken is reported at its field, and the rest stays', async ({
      page,
    }) => {
      const visitor = createBookingVisitor('Late');
      const date = ownDate(4);
      const [first, second] = openInstants(date, 'Europe/London');
      if (!first || !second) throw new Error('No hours to book');
      let fallbacks = 0;
      page.on('request', (request) => {
        if (request.url().includes('contact.php')) fallbacks += 1;
      });
      await openAdmin(page, date);
      await fillInVisitor(page, visitor);
      await pickDate(page, date);
      await timeSelect(page).selectOption(slotText(first, 'Europe/London'));
      await bookElsewhere(first);
      await bookNow(page).click();
      await expect(timeSelect(page)).toHaveAccessibleDescription(taken);
      await expectVisitorKept(page, visitor);
      await expect(page.locator('input[name="date"]')).toHaveValue(date.toString());
      await expect(timeSelect(page)).toHaveValue('');
      expect(await offeredTimes(page)).not.toContain(slotText(first, 'Europe/London'));
      expect(fallbacks).toBe(0);

      await timeSelect(page).selectOption(slotText(second, 'Europe/London'));
      await bookNow(page).click();
      await expect(page.getByText(success)).toBeVisible();
    });

    test('the fallback takes a booking that could not be stored', async ({ page }) => {
      const visitor = createBookingVisitor('Lerato');
      const date = ownDate(5);
      const instant = openInstants(date, 'Europe/London').at(0);
      if (!instant) throw new Error('No hours to book');
      // Not even the free times can be asked for.
      await page.route(/api\/(?:bookings|availability)/, (route) => route.abort());
      await openAdmin(page, date);
      await fillInVisitor(page, visitor);
      await pickDate(page, date);
      await expect(page.getByText('We couldn’t check which times are still free.')).toBeVisible();
      await timeSelect(page).selectOption(slotText(instant, 'Europe/London'));
      await bookNow(page).click();
      await expect(page.getByText(delivered)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Your request has been sent' })).toBeVisible();
      await expect
        .poll(() => readBookings(visitor.email))
        .toEqual([
          expect.objectContaining({
            booking_date: new Date(instant.epochMilliseconds).toISOString(),
            time_zone: 'Europe/London',
          }),
        ]);
      await expect.poll(async () => (await readConfirmations(visitor.email)).length).toBe(1);
      await expect.poll(async () => (await readNotices(visitor.email)).length).toBe(1);
    });

    test('without any answer, the form keeps everything, also across a reload', async ({
      page,
    }) => {
      const visitor = createBookingVisitor('Aisha');
      const date = ownDate(6);
      const instant = openInstants(date, 'Europe/London').at(0);
      if (!instant) throw new Error('No hours to book');
      await page.route(/api\/bookings|contact\.php/, (route) => route.abort());
      await openAdmin(page, date);
      await fillInVisitor(page, visitor);
      await pickDate(page, date);
      await timeSelect(page).selectOption(slotText(instant, 'Europe/London'));
      await bookNow(page).click();
      await expect(page.getByText(failure)).toBeVisible();
      await expectVisitorKept(page, visitor);
      await page.reload();
      await untilAlive(page);
      await expectVisitorKept(page, visitor);
      await page.getByLabel('Full Name').focus();
      await expect(timeSelect(page).locator('option:checked')).toHaveText(
        slotText(instant, 'Europe/London'),
      );
      await page.unroute(/api\/bookings|contact\.php/);
      await bookNow(page).click();
      await expect(page.getByText(success)).toBeVisible();
      expect(await readBookings(visitor.email)).toHaveLength(1);
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is readable and offers the contact form instead', async ({ page }) => {
    await page.goto('/mentorship');
    await expect(page.getByText('Choosing a time needs JavaScript.')).toBeVisible();
    await expect(bookNow(page)).toBeHidden();
    await expect(page.getByRole('link', { name: /^Choose / })).toHaveCount(0);
    await page.getByRole('link', { name: 'write to us' }).click();
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
  });
});

test.describe('before hydration', () => {
  test.use({ allowedConsole: /status of 422|ERR_FAILED/ });

  test('an offer can be chosen, and the form reports missing fields', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/mentorship');
    await page.getByRole('link', { name: 'Choose 1-on-1 Session' }).click();
    await expect(page.getByLabel('Session Type')).toHaveValue('1-on-1 Session');
    await page.getByLabel('Full Name').fill('Ingrid');
    await bookNow(page).click();
    await expect(page.getByText('A date is required.')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('Ingrid');
  });
});
