import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import { defaults } from '#content/defaults.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { until } from '#tests/support/site-process.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { siteDataDirectory, siteUrl } from '#tests/support/site-under-test.ts';
import { expect, test, unique } from './admin.ts';
import { dateButton, openInstants, ownDate, pickDate, timeSelect } from './bookings.ts';
import { expectAccessible, expectNoExcess, untilAlive } from './fixtures.ts';

const zone = 'Africa/Johannesburg';
const title = 'Full Mentorship Package';

/** Returns the link to book in the email about the payment. */
const findLink = (email: string) =>
  until('the email with the link', async () => {
    const mails = await readMailbox(path.join(siteDataDirectory, 'mailbox'));
    const texts = mails.filter(({ to }) => to?.[0]?.address === email).map(({ text }) => text);
    return /\/library\/[\w-]{43}\/sessions\/[\w-]{36}/.exec(texts.join('\n'))?.[0];
  });

test.use({ timezoneId: zone, viewport: { width: 390, height: 844 } });

test('the second of four sessions is booked in five presses from the email', async ({
  page,
  browser,
  changeSection,
}) => {
  const name = unique('Zoë 𝗧. O’Neill');
  const email = `zoe.${randomUUID()}@example.com`;
  await changeSection('offers', {
    mentorshipOptions: defaults.offers.mentorshipOptions.map((type) =>
      type.title === title ? { ...type, sessions: 4, validMonths: 7 } : type,
    ),
  });
  const date = ownDate();
  const book = (at: Temporal.Instant) =>
    page.request.post('/api/bookings', {
      data: sessionBody({
        ...{ name, email, session_type: title, time_zone: zone },
        booking_date: new Date(at.epochMilliseconds).toISOString(),
      }),
      headers: { Origin: siteUrl },
    });
  expect((await book(openInstants(date, zone)[0])).status()).toBe(201);
  const [{ id }] = await querySite('select id from orders where email = $1', [email]);
  const marked = await page.request.post(`/api/orders/${id}/paid`, {
    data: { note: null },
    headers: { Origin: siteUrl },
  });
  expect(marked.ok(), await marked.text()).toBe(true);

  const context = await browser.newContext({
    ...{ baseURL: siteUrl, timezoneId: zone, reducedMotion: 'reduce' },
    viewport: { width: 390, height: 844 },
  });
  const client = await context.newPage();
  const now = date.subtract({ days: 3 }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' });
  await client.clock.setFixedTime(now.epochMilliseconds);
  await client.goto(await findLink(email));
  await untilAlive(client);
  await expect(client.getByText('3 of 4 sessions left')).toBeVisible();
  await expectNoExcess(client);
  await expectAccessible(client);
  await expect(dateButton(client)).toBeVisible();
  await pickDate(client, date);
  await timeSelect(client).selectOption('7:00 PM');
  await client.getByRole('button', { name: 'Book Session' }).click();
  await expect(client.getByText('2 of 4 sessions of the package are left')).toBeVisible();
  await expectNoExcess(client);
  await context.close();
});

test('the mentor chooses how many sessions a package has, and of which type', async ({
  page,
  openSection,
}) => {
  await openSection('offers', 'Session types');
  const item = page.locator('details').filter({ hasText: title }).last();
  await item.locator('summary').first().click();
  await item.getByLabel('Number of sessions').fill('4');
  const other = item.getByLabel('Type of the other sessions');
  await expect(other.locator('option')).toHaveText([
    'The same type',
    'Intro Call',
    '1-on-1 Session',
  ]);
  await other.selectOption('1-on-1 Session');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => {
      const { value } = await (await page.request.get('/api/settings/offers')).json();
      return value.mentorshipOptions[2];
    })
    .toMatchObject({ sessions: 4, sessionsOf: '1-on-1-session' });
});
