import { readCalendar } from '#tests/support/invitations.ts';
import { visitOwnSite } from '#tests/support/own-site.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { startSmtpReceiver } from '#tests/support/smtp-receiver.ts';
import {
  bookElsewhere,
  createBookingVisitor,
  openInstants,
  ownDate,
  pickDate,
  pickSlot,
  readBookings,
  slotText,
  timeSelect,
} from './bookings.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const zone = 'America/New_York';
// The server refuses a move without a time.
test.use({ timezoneId: zone, allowedConsole: /status of 422/ });

test('a booking is viewed, moved, added to a calendar and cancelled through its private link', async ({
  page,
  checkAccessibility,
}) => {
  const visitor = createBookingVisitor('Zanele');
  const date = ownDate();
  const [first, second, third] = openInstants(date, zone);
  const path = await bookElsewhere(first, { ...visitor, time_zone: zone });
  await querySite(
    "update bookings set join_details = 'https://meet.example/room' where email = $1",
    [visitor.email],
  );
  await page.clock.setFixedTime(date.subtract({ days: 3 }).toZonedDateTime(zone).epochMilliseconds);
  await page.goto(path);
  await untilAlive(page);
  const session = page.getByRole('region', { name: 'Your session' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session is booked');
  await expect(session.getByRole('link', { name: 'https://meet.example/room' })).toBeVisible();
  await checkAccessibility();
  await expect(session.locator('time')).toContainText(slotText(first, zone).split(' · ')[0] ?? '');

  await test.step('move', async () => {
    const move = page.getByRole('button', { name: 'Move Session' });
    await move.click();
    await expect(page.getByText('A time is required.')).toBeVisible();
    await pickSlot(page, date, second, zone);
    await move.click();
    await expect(page.getByText('Your session has been moved.')).toBeFocused();
    const moved = slotText(second, zone).split(' · ')[0] ?? '';
    await expect(session.locator('time')).toContainText(moved);
    expect(await readBookings(visitor.email)).toEqual([
      expect.objectContaining({ booking_date: new Date(second.epochMilliseconds).toISOString() }),
    ]);
    // The earlier hour is free for others immediately.
    await bookElsewhere(first);
    await pickDate(page, date);
    await expect(timeSelect(page).getByRole('option', { name: slotText(third, zone) })).toHaveCount(
      1,
    );
  });

  await test.step('add to a calendar', async () => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Calendar file (.ics)' }).click();
    const stream = await (await downloaded).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    expect(readCalendar(Buffer.concat(chunks).toString('utf8'))).toMatchObject({
      sequence: 1,
      start: new Date(second.epochMilliseconds).toISOString(),
    });
    for (const [name, host] of [
      ['Google Calendar', /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/],
      ['Outlook', /^https:\/\/outlook\.live\.com\//],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', host);
  });

  await test.step('cancel', async () => {
    await page.getByText('Cancel Session', { exact: true }).click();
    await page.getByLabel('Reason').fill('I am ill.');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
    // The site under test has no mail server.
    await expect(page.getByText('Your mentor can see that it’s cancelled.')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Move Session' })).toBeHidden();
    await bookElsewhere(second);
  });
});

test.describe('without a connection', () => {
  test.use({ allowedConsole: /Failed to load resource|net::ERR/ });

  test('a move and a cancellation keep what was chosen, also across a reload', async ({ page }) => {
    const visitor = createBookingVisitor('Zoë');
    const date = ownDate();
    const [first, second] = openInstants(date, zone);
    const path = await bookElsewhere(first, { ...visitor, time_zone: zone });
    await page.clock.setFixedTime(
      date.subtract({ days: 3 }).toZonedDateTime(zone).epochMilliseconds,
    );
    await page.goto(path);
    await untilAlive(page);
    await pickSlot(page, date, second, zone);
    await page.getByText('Cancel Session', { exact: true }).click();
    await page.getByLabel('Reason').fill('I am ill.');
    await page.route('**/booking/*.data**', (route) => route.abort());
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(page.getByRole('alert')).toContainText('Can’t reach the site.');
    await page.getByRole('button', { name: 'Move Session' }).click();
    await expect(page.getByRole('alert')).toContainText('Can’t reach the site.');
    const expectKept = async () => {
      await expect(page.getByLabel('Reason')).toHaveValue('I am ill.');
      await expect(timeSelect(page).locator('option:checked')).toHaveText(slotText(second, zone));
    };
    await expectKept();
    await page.reload();
    await untilAlive(page);
    await expectKept();
    await page.unroute('**/booking/*.data**');
    await page.getByRole('button', { name: 'Move Session' }).click();
    await expect(page.getByText('Your session has been moved.')).toBeFocused();
    await expect(timeSelect(page)).toHaveValue('');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reminders are turned off and on', async ({ page }) => {
    const receiver = await startSmtpReceiver();
    const environment = { SMTP_URL: receiver.url, MAIL_FROM: 'Time vs Price <shop@example.com>' };
    await visitOwnSite(page, environment, async (site) => {
      await site.untilReady();
      const path = await bookElsewhere(openInstants(ownDate(), zone)[0], undefined, site.url);
      await page.goto(site.url + path);
      const reminders = page.getByRole('region', { name: 'Reminders' }).getByRole('paragraph');
      await page.getByRole('button', { name: 'No more reminders for this session' }).click();
      await expect(reminders).toHaveText('We won’t send reminders for this session.');
      await page.getByRole('button', { name: 'Remind me again' }).click();
      await expect(reminders).toHaveText('We’ll remind you by email a day and an hour before.');
    });
    await receiver.close();
  });

  test('a booking can be read and cancelled, and promises no emails on a site without mail', async ({
    page,
  }) => {
    const visitor = createBookingVisitor('Ingrid');
    await page.goto(await bookElsewhere(openInstants(ownDate(), zone)[0], visitor));
    await expect(page.getByText('Move Session').first()).toBeVisible();
    await expect(
      page.getByText(/we’ll (?:email|remind)|reminders/i).filter({ visible: true }),
    ).toHaveCount(0);
    await page.getByText('Cancel Session', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
    expect(await readBookings(visitor.email)).toEqual([
      expect.objectContaining({ isCancelled: true }),
    ]);
  });
});

test.describe('an invalid link', () => {
  test.use({ allowedConsole: /404/ });

  test('shows an error and is not cached', async ({ page }) => {
    const response = await page.goto(`/booking/${'A'.repeat(43)}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking not found');
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });
});
