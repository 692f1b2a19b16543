import path from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { readNotices } from '#tests/support/site-state.ts';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';
import {
  bookElsewhere,
  bookNow,
  createBookingVisitor,
  dateButton,
  expectVisitorKept,
  fillInVisitor,
  offeredTimes,
  openBookingPage,
  openInstants,
  ownDate,
  pickDate,
  pickSlot,
  readBookings,
  sessionType,
  slotText,
  timeSelect,
} from './bookings.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const success = 'Booking successful! We will be in touch shortly.';
const zone = 'Europe/London';

/** Returns the confirmations sent to a visitor. */
async function readConfirmations(email: string) {
  const mails = await readMailbox(path.join(siteDataDirectory, 'mailbox'));
  return mails.filter((mail) => mail.to?.some(({ address }) => address === email));
}

test.describe('in the visitor’s time zone', () => {
  test.use({ timezoneId: zone });

  test('missing fields show messages, and the first one gets the focus', async ({
    page,
    checkAccessibility,
  }) => {
    const date = ownDate();
    await openBookingPage(page, date);
    await bookNow(page).click();
    for (const message of [
      'Name is required.',
      'A valid email is required.',
      'Please select a session type.',
      'Please select a meeting type.',
      'Please select your knowledge level.',
      'A date is required.',
      'A time is required.',
    ])
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(sessionType(page, 'Intro Call')).toBeFocused();
    await expect(timeSelect(page)).toBeDisabled();
    await checkAccessibility();

    await fillInVisitor(page, createBookingVisitor('Careful'));
    await bookNow(page).click();
    await expect(dateButton(page)).toBeFocused();
    await expect(dateButton(page)).toHaveAccessibleDescription('A date is required.');
    await pickDate(page, date);
    await expect(page.getByText('A date is required.')).toBeHidden();
  });

  test('each session type names its price, its length and what it contains', async ({ page }) => {
    await openBookingPage(page, ownDate());
    const session = sessionType(page, '1-on-1 Session').locator('xpath=..');
    for (const text of ['R1000', '1 hour', 'Your own charts, reviewed live'])
      await expect(session).toContainText(text);
    const choices = page.getByRole('group', { name: 'Session Type' });
    await expect(choices).toContainText('Pay by bank transfer.');
    const card = page.getByRole('listitem').filter({ hasText: 'Full Mentorship Package' });
    await expect(card).toContainText('What you get');
    const [form, options] = await Promise.all(
      [choices, page.getByRole('heading', { name: 'Mentorship Options' })].map((one) =>
        one.boundingBox(),
      ),
    );
    expect(form?.y).toBeLessThan(options?.y ?? 0);
  });

  test('a session is booked once and confirmed to both, and another can be booked', {
    tag: '@phone',
  }, async ({ page, checkAccessibility }) => {
    const visitor = createBookingVisitor('Nomsa');
    const date = ownDate();
    const [first, second] = openInstants(date, zone);
    await openBookingPage(page, date);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let inserts = 0;
    await page.route('**/api/bookings', async (route) => {
      inserts += 1;
      await held;
      await route.continue();
    });
    const notified = page.waitForRequest('**/contact.php');
    await fillInVisitor(page, visitor);
    await page.getByRole('link', { name: 'Choose Intro Call' }).click();
    await expect(sessionType(page, 'Intro Call')).toBeChecked();
    await pickSlot(page, date, first, zone);
    // Choosing another date clears the time.
    await pickDate(page, date.add({ days: 1 }));
    await expect(timeSelect(page)).toHaveValue('');
    await pickSlot(page, date, second, zone);
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
      session_type: 'Intro Call',
      meeting_type: 'Google Meet',
      booking_date: expect.stringMatching(/^\w+, \d+ \w+ \d{4}$/),
      trading_knowledge: 'Intermediate',
      trading_goals: visitor.goals,
    });

    await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeFocused();
    // The site under test has no mail server, so the link is to be kept.
    await expect(page.getByText(/emailed|We email you/)).toHaveCount(0);
    const send = page.getByRole('link', { name: 'Send it by WhatsApp' });
    await expect(send).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=http.*booking%2F/);
    await checkAccessibility();
    await expect.poll(async () => (await readNotices(visitor.email)).length).toBe(1);
    await expect.poll(async () => (await readConfirmations(visitor.email)).length).toBe(1);
    expect(await readBookings(visitor.email)).toEqual([
      {
        session_type: 'Intro Call',
        meeting_type: 'Google Meet',
        time_zone: zone,
        booking_date: new Date(second.epochMilliseconds).toISOString(),
        trading_knowledge: 'Intermediate',
        notes: `Goals: ${visitor.goals}\nTopics: Not provided`,
        isCancelled: false,
      },
    ]);
    await page.getByRole('button', { name: 'Book another session' }).click();
    await expect(sessionType(page, 'Intro Call')).toBeFocused();
    await expect(page.getByLabel('Full Name')).toHaveValue('');
    await expect(dateButton(page)).toHaveAccessibleName('Date Pick a date');
    await pickDate(page, date);
    expect(await offeredTimes(page)).not.toContain(slotText(second, zone));
  });

  test('a page that regains focus reloads the free times', async ({ page }) => {
    const date = ownDate();
    const [first, second] = openInstants(date, zone);
    await openBookingPage(page, date);
    await pickSlot(page, date, second, zone);
    await bookElsewhere(first);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => offeredTimes(page)).not.toContain(slotText(first, zone));
    await expect(timeSelect(page).locator('option:checked')).toHaveText(slotText(second, zone));
  });

  test('another time zone shows its own dates and hours, and keeps the chosen time', async ({
    page,
  }) => {
    const date = ownDate();
    await openBookingPage(page, date);
    const last = openInstants(date, zone).at(-1);
    if (!last) throw new Error('No hours');
    await pickSlot(page, date, last, zone);
    await expect(page.getByText('Times are in Europe/London')).toBeVisible();
    await page.getByRole('button', { name: 'Change time zone' }).click();
    await page.getByLabel('Your time zone').fill('Asia/Kathmandu');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Times are in Asia/Kathmandu (GMT+5:45).')).toBeVisible();
    await expect(timeSelect(page).locator('option:checked')).toHaveText(
      slotText(last, 'Asia/Kathmandu'),
    );
    await expect(page.locator('input[name="date"]')).toHaveValue(date.add({ days: 1 }).toString());
    const change = page.getByRole('button', { name: 'Change time zone' });
    await expect(change).toBeFocused();
    await change.press('Enter');
    await page.keyboard.press('Escape');
    await expect(change).toBeFocused();
  });

  test('Page Down shows every month, and the keyboard stays in the calendar', async ({ page }) => {
    const free = ['2027-01-31', '2027-02-25', '2027-02-26', '2027-04-30', '2027-05-31'];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/availability**', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [from = '', to = ''] = [query.get('from'), query.get('to')].map(String);
      if (from.startsWith('2027-02')) await held;
      const slots = free.map((day) => `${day}T18:00:00.000Z`);
      await route.fulfill({ json: { slots: slots.filter((slot) => slot >= from && slot < to) } });
    });
    await openBookingPage(page, Temporal.PlainDate.from('2027-01-28'));
    await pickDate(page, Temporal.PlainDate.from('2027-01-31'));
    await dateButton(page).press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Choose a date' });
    const focused = calendar.locator('[data-day]:has(:focus)');
    await expect(focused).toHaveAttribute('data-day', '2027-01-31');
    const turn = async (key: string, day: string) => {
      await page.keyboard.press(key);
      await expect(focused).toHaveAttribute('data-day', day);
    };
    // The opening hours show the 28th as free, until the answer says otherwise. It keeps the focus.
    await turn('PageDown', '2027-02-28');
    release();
    await expect(calendar.locator('[data-day="2027-02-28"]')).toHaveAttribute('data-disabled');
    await expect(focused).toHaveAttribute('data-day', '2027-02-28');
    // A month without free dates is shown too.
    await page.keyboard.press('PageDown');
    await expect(calendar.getByText('March 2027')).toBeVisible();
    await expect(calendar.getByText('No available times this month.')).toBeVisible();
    await turn('PageDown', '2027-04-30');
    await turn('PageDown', '2027-05-31');
    await turn('PageUp', '2027-04-30');
    await page.keyboard.press('PageUp');
    await expect(calendar.getByText('No available times this month.')).toBeVisible();
    await turn('PageUp', '2027-02-26');
    await turn('ArrowLeft', '2027-02-25');
  });

  test.describe('when something fails', () => {
    test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

    test('a slot that was just taken shows an error at its field, and the rest stays', async ({
      page,
    }) => {
      const visitor = createBookingVisitor('Late');
      const date = ownDate();
      const [first, second] = openInstants(date, zone);
      let fallbacks = 0;
      page.on('request', (request) => {
        if (request.url().includes('contact.php')) fallbacks += 1;
      });
      await openBookingPage(page, date);
      await fillInVisitor(page, visitor);
      await pickSlot(page, date, first, zone);
      await bookElsewhere(first);
      await bookNow(page).click();
      await expect(timeSelect(page)).toHaveAccessibleDescription(
        'That time has just been booked. Please choose another.',
      );
      await expectVisitorKept(page, visitor);
      await expect(page.locator('input[name="date"]')).toHaveValue(date.toString());
      await expect(timeSelect(page)).toHaveValue('');
      expect(await offeredTimes(page)).not.toContain(slotText(first, zone));
      expect(fallbacks).toBe(0);

      await timeSelect(page).selectOption(slotText(second, zone));
      await bookNow(page).click();
      await expect(page.getByText(success)).toBeVisible();
    });

    test('a calendar that does not load says so, and opens with the first press afterwards', async ({
      page,
    }) => {
      await page.route('**/slot-calendar-*.js', (route) => route.abort());
      await openBookingPage(page, ownDate());
      await dateButton(page).click();
      await expect(page.getByText('The calendar didn’t load.')).toBeVisible();
      await page.unroute('**/slot-calendar-*.js');
      // The pointer loads the calendar before the press.
      await dateButton(page).hover();
      await page.mouse.down();
      await expect(page.getByText('The calendar didn’t load.')).toBeHidden();
      await page.mouse.up();
      await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
      await expect(page.getByText('The calendar didn’t load.')).toBeHidden();
    });

    test('the fallback accepts a booking that could not be stored', async ({ page }) => {
      const visitor = createBookingVisitor('Lerato');
      const date = ownDate();
      const [first] = openInstants(date, zone);
      // The free times cannot be loaded either.
      await page.route(/api\/(?:bookings|availability)/, (route) => route.abort());
      await openBookingPage(page, date);
      await fillInVisitor(page, visitor);
      await pickSlot(page, date, first, zone);
      await expect(
        page.getByText('We couldn’t check which times are still available.'),
      ).toBeVisible();
      await bookNow(page).click();
      await expect(page.getByText('Booking submitted! We will be in touch shortly.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Your request has been sent' })).toBeVisible();
      const stored = {
        booking_date: new Date(first.epochMilliseconds).toISOString(),
        time_zone: zone,
      };
      await expect
        .poll(() => readBookings(visitor.email))
        .toEqual([expect.objectContaining(stored)]);
      await expect.poll(async () => (await readConfirmations(visitor.email)).length).toBe(1);
      await expect.poll(async () => (await readNotices(visitor.email)).length).toBe(1);
    });

    test('without any answer the form keeps everything, also across a reload', async ({ page }) => {
      const visitor = createBookingVisitor('Aisha');
      const date = ownDate();
      const [first] = openInstants(date, zone);
      await page.route(/api\/bookings|contact\.php/, (route) => route.abort());
      await openBookingPage(page, date);
      await fillInVisitor(page, visitor);
      await pickSlot(page, date, first, zone);
      await bookNow(page).click();
      await expect(page.getByText('Failed to submit booking. Please try again.')).toBeVisible();
      await page.reload();
      await untilAlive(page);
      await expectVisitorKept(page, visitor);
      await expect(timeSelect(page).locator('option:checked')).toHaveText(slotText(first, zone));
      await page.unroute(/api\/bookings|contact\.php/);
      await bookNow(page).click();
      await expect(page.getByText(success)).toBeVisible();
      expect(await readBookings(visitor.email)).toHaveLength(1);
    });
  });
});
