import type { Page } from '@playwright/test';
import { readCalendar } from '#tests/support/invitations.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';
import {
  type BookingVisitor,
  bookElsewhere,
  createBookingVisitor,
  fillInVisitor,
  openAdmin,
  openInstants,
  ownDate,
  pickDate,
  readBookings,
  slotText,
  timeSelect,
} from './booking-pages.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const zone = 'America/New_York';
test.use({ timezoneId: zone });

const instantsOf = (date: ReturnType<typeof ownDate>) => {
  const [first, second, third] = openInstants(date, zone);
  if (!first || !second || !third) throw new Error('Too few hours');
  return [first, second, third] as const;
};

/** Books the first hour of a date and follows the private link. */
async function bookAndFollow(
  page: Page,
  visitor: BookingVisitor,
  date: ReturnType<typeof ownDate>,
) {
  await openAdmin(page, date);
  await fillInVisitor(page, visitor);
  await pickDate(page, date);
  await timeSelect(page).selectOption(slotText(instantsOf(date)[0], zone));
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('link', { name: 'Move or cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session is booked');
}

/** What the mentor says at the desk. */
const sayHowToJoin = async (email: string, details: string) =>
  query(
    await findPrivateDatabase(siteDataDirectory),
    'update bookings set join_details = $2 where email = $1',
    [email, details],
  );

test('a booking is viewed, moved, added to a calendar and cancelled by its private link', {
  tag: '@phone',
}, async ({ page, checkAccessibility }) => {
  const visitor = createBookingVisitor('Zanele');
  const date = ownDate(7);
  const [first, second] = instantsOf(date);
  await bookAndFollow(page, visitor, date);
  const session = page.getByRole('region', { name: 'Your session' });
  await expect(session.getByText('Join')).toHaveCount(0);
  await sayHowToJoin(visitor.email, 'https://meet.example/room');
  await page.reload();
  await untilAlive(page);
  await expect(session.getByRole('link', { name: 'https://meet.example/room' })).toBeVisible();
  await checkAccessibility();
  await expect(session.locator('time')).toContainText(slotText(first, zone).split(' · ')[0] ?? '');

  await pickDate(page, date);
  await timeSelect(page).selectOption(slotText(second, zone));
  await page.getByRole('button', { name: 'Move Session' }).click();
  await expect(page.getByRole('status')).toContainText('Your session has been moved.');
  await expect(page.getByText('Your session has been moved.')).toBeFocused();
  await expect(session.locator('time')).toContainText(slotText(second, zone).split(' · ')[0] ?? '');
  expect(await readBookings(visitor.email)).toEqual([
    expect.objectContaining({ booking_date: new Date(second.epochMilliseconds).toISOString() }),
  ]);
  // The hour before is free for others at once.
  await bookElsewhere(first);

  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Calendar file (.ics)' }).click();
  const stream = await (await downloaded).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  expect(readCalendar(Buffer.concat(chunks).toString('utf8'))).toMatchObject({
    sequence: 1,
    start: new Date(second.epochMilliseconds).toISOString(),
  });
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/,
  );
  await expect(page.getByRole('link', { name: 'Outlook' })).toHaveAttribute(
    'href',
    /^https:\/\/outlook\.live\.com\//,
  );

  const yes = page.getByRole('button', { name: 'Yes, cancel it' });
  await expect(yes).toBeHidden();
  await page.getByText('Cancel Session', { exact: true }).click();
  await page.getByLabel('Reason').fill('I am ill.');
  await checkAccessibility();
  await yes.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
  await expect(page.getByText('We’ve emailed you a confirmation.')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Move Session' })).toBeHidden();
  await bookElsewhere(second);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
});

test.describe('refusals', () => {
  test.use({ allowedConsole: /Failed to load resource/ });

  test('a slot that was just taken is reported at its field, and the booking stays', async ({
    page,
  }) => {
    const visitor = createBookingVisitor('Themba');
    const date = ownDate(8);
    const [first, second] = instantsOf(date);
    await bookAndFollow(page, visitor, date);
    await page.getByRole('button', { name: 'Move Session' }).click();
    await expect(page.getByText('A time is required.')).toBeVisible();
    await pickDate(page, date);
    await timeSelect(page).selectOption(slotText(second, zone));
    await bookElsewhere(second);
    await page.getByRole('button', { name: 'Move Session' }).click();
    await expect(timeSelect(page)).toHaveAccessibleDescription(
      'That time has just been booked. Please choose another.',
    );
    expect(await readBookings(visitor.email)).toEqual([
      expect.objectContaining({ booking_date: new Date(first.epochMilliseconds).toISOString() }),
    ]);
  });

  test('an invalid link leads nowhere and is not cached', async ({ page, request }) => {
    const response = await page.goto(`/booking/${'A'.repeat(43)}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking not found');
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin');
    expect((await request.get(`/booking/${'A'.repeat(43)}/invitation.ics`)).status()).toBe(404);
  });
});

test.describe('without JavaScript', () => {
  test('a booking can be read, its reminders turned off and on, and cancelled', async ({
    page,
    browser,
  }) => {
    const visitor = createBookingVisitor('Ingrid');
    await bookAndFollow(page, visitor, ownDate(9));
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await plain.newPage();
    await quiet.goto(page.url());
    await expect(quiet.getByText('Choosing another time needs JavaScript.')).toBeVisible();
    await expect(quiet.getByRole('button', { name: 'Move Session' })).toBeHidden();
    const reminders = quiet.getByRole('region', { name: 'Reminders' }).getByRole('paragraph');
    await expect(reminders).toHaveText('We’ll remind you by email a day and an hour before.');
    await quiet.getByRole('button', { name: 'No more reminders for this session' }).click();
    await expect(reminders).toHaveText('We won’t send reminders for this session.');
    await quiet.getByRole('button', { name: 'Remind me again' }).click();
    await expect(reminders).toHaveText('We’ll remind you by email a day and an hour before.');
    await quiet.getByText('Cancel Session', { exact: true }).click();
    await quiet.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(quiet.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
    await plain.close();
    expect(await readBookings(visitor.email)).toEqual([
      expect.objectContaining({ isCancelled: true }),
    ]);
  });
});
