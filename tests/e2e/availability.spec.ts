import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { querySite } from '#tests/support/site-rows.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';
import {
  bookElsewhere,
  offeredTimes,
  openInstants,
  openAdmin as openVisitorPage,
  ownDate,
  pickDate,
} from './booking-pages.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoExcess,
  untilAlive,
} from './fixtures.ts';

const zone = 'Africa/Johannesburg';

const longDay = (date: Temporal.PlainDate) =>
  `${date.toLocaleString('en-GB', { weekday: 'long' })}, ${date.toLocaleString('en-GB', { dateStyle: 'long' })}`;

const dayCell = (page: Page, date: Temporal.PlainDate) =>
  page.getByRole('region', { name: 'Calendar' }).getByRole('button', { name: longDay(date) });

/** Opens the calendar of the admin and goes to a day by tapping. */
async function chooseDay(page: Page, date: Temporal.PlainDate): Promise<void> {
  await page.goto('/admin/bookings?view=calendar');
  await untilAlive(page);
  const region = page.getByRole('region', { name: 'Calendar' });
  const heading = region.getByRole('heading');
  const caption = date.toLocaleString('en-GB', { month: 'long', year: 'numeric' });
  for (let month = 0; month < 14; month += 1) {
    const shown = await heading.innerText();
    if (shown === caption) break;
    await region.getByRole('button', { name: 'Next month' }).click();
    await expect(heading).not.toHaveText(shown);
  }
  await dayCell(page, date).click();
  await expect(dayCell(page, date)).toHaveAttribute('aria-pressed', 'true');
}

/** The instants of a day that visitors are offered. */
async function readFree(date: Temporal.PlainDate): Promise<string[]> {
  const [from, to] = [date, date.add({ days: 1 })].map((day) =>
    day.toZonedDateTime(zone).toInstant().toString(),
  );
  const answer = await fetch(`${siteUrl}/api/availability?from=${from}&to=${to}`);
  return (await answer.json()).slots;
}

const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test.use({ timezoneId: zone });

test('a week off is taken by tapping its first day, leaves a booked session where it is, and is taken back', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const monday = ownDate(12).subtract({ days: 1 });
  const [tuesday, friday] = [monday.add({ days: 1 }), monday.add({ days: 4 })];
  const [first, ...others] = openInstants(tuesday, zone);
  if (!first) throw new Error('No slot on a Tuesday');
  await bookElsewhere(first);
  await chooseDay(page, monday);

  await page.getByRole('button', { name: 'Take time off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take time off' });
  await expect(dialog.getByLabel('From', { exact: true })).toHaveValue(monday.toString());
  await expect(dialog.getByText('No session is booked in it.')).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill(friday.toString());
  await expect(dialog.getByText('This session stays booked:')).toBeVisible();
  // Whoever looks at it first finds the form as it was.
  await dialog.getByRole('link', { name: /Somebody Else .*18:00 SAST/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/booking=/);
  await page.goBack();
  await page.getByRole('button', { name: 'Take time off' }).click();
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue(friday.toString());
  const note = unique('Holiday');
  await dialog.getByLabel('Note').fill(note);
  if (!isMobile) await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Time off saved')).toBeVisible();
  await expect(dialog).toBeHidden();

  for (let day = monday; Temporal.PlainDate.compare(day, friday) <= 0; day = day.add({ days: 1 })) {
    await expect(dayCell(page, day)).toHaveAccessibleName(/Off all day/);
    expect(await readFree(day)).toEqual([]);
  }
  const card = cardOf(page, note);
  await expect(card).toContainText('Still booked in it:');
  await expect(card.getByRole('link', { name: /Somebody Else/ })).toBeVisible();
  await expectNoExcess(page);

  expect(await readFree(friday.add({ days: 1 }))).toHaveLength(4);
  await card.getByRole('button', { name: /Delete/ }).click();
  await expect(page.getByRole('dialog')).toContainText('your usual hours count again');
  await confirmDeletion(page);
  await expect(card).toBeHidden();
  // Nothing keeps it: it is taken back by its notice, or taken anew.
  await expect(page.getByText('In the trash')).toBeHidden();
  await expect.poll(() => readFree(tuesday)).toHaveLength(others.length);
  await expect(dayCell(page, tuesday)).not.toHaveAccessibleName(/Off/);
});

test('an extra evening is opened on a day without hours, and a visitor books it', async ({
  page,
}) => {
  const monday = ownDate(16).subtract({ days: 1 });
  const note = unique('Evening');
  await chooseDay(page, monday);
  await page.getByRole('button', { name: 'Open extra hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open extra hours' });
  await expect(dialog.getByLabel('Date')).toHaveValue(monday.toString());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose an hour.').first()).toBeVisible();
  await dialog.getByLabel('From', { exact: true }).selectOption('19:00');
  await dialog.getByLabel('To', { exact: true }).selectOption('21:00');
  await dialog.getByLabel('Last day').fill(ownDate(16).toString());
  await dialog.getByLabel('Note').fill(note);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Extra hours saved')).toBeVisible();
  for (const day of [monday, ownDate(16)])
    await expect(dayCell(page, day)).toHaveAccessibleName(/Extra hours 19:00 to 21:00/);
  await expect(cardOf(page, note)).toContainText(Array(2).fill('19:00 to 21:00'));

  await openVisitorPage(page, monday);
  await pickDate(page, monday);
  expect(await offeredTimes(page)).toEqual(['7:00 PM', '8:00 PM', '10:00 PM', '11:00 PM']);
  await bookElsewhere(monday.toZonedDateTime({ timeZone: zone, plainTime: '20:00' }).toInstant());
  expect(await readFree(monday)).toHaveLength(3);
  await querySite('delete from availability_exceptions where note = $1', [note]);
});

test.describe('a calendar of the mentor’s own', () => {
  // The address that is refused.
  test.use({ allowedConsole: /status of 422/ });

  test('a dentist’s appointment in the mentor’s own calendar closes the hour for visitors, and what cannot be read says so', {
    tag: '@phone',
  }, async ({ page, openForm, isMobile }) => {
    const date = ownDate(17);
    const name = unique('Family');
    const at = (time: string) =>
      date.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant();
    const [{ id }] = await querySite(
      `insert into busy_calendars (name, encrypted_url, read_at, unread_events)
       values ($1, 'x', now(), '[{"title": "Choir", "reason": "It has no start."}]') returning id`,
      [name],
    );
    await querySite('insert into busy_times values ($1, $2, $3)', [
      id,
      at('19:30').toString(),
      at('20:15').toString(),
    ]);
    await openVisitorPage(page, date);
    await pickDate(page, date);
    expect(await offeredTimes(page)).toEqual(['6:00 PM', '9:00 PM', '10:00 PM', '11:00 PM']);

    await page.clock.setFixedTime(new Date());
    await chooseDay(page, date);
    await expect(dayCell(page, date)).toHaveAccessibleName(/Busy 19:30 to 20:15/);
    await expect(page.getByRole('list', { name: 'Hours of the day' })).toContainText(
      `Busy 19:30 to 20:15 · ${name}`,
    );
    const card = cardOf(page, name);
    // The job that reads them every five minutes may have been there already.
    await expect(card).toContainText(/last read/i);
    // It was saved under no secret of this site: nothing else fails without a server of its own.
    await card.getByRole('button', { name: /Read again now/ }).click();
    await expect(card).toContainText('It cannot be read.');
    await expect(card).toContainText('what it said then still counts');
    await expect(card.getByRole('listitem')).toHaveText('ChoirIt has no start.');
    expect(await readFree(date)).toHaveLength(4);

    await openForm('Add your own appointments');
    await page.getByLabel('Name', { exact: true }).fill('Router');
    await page.getByLabel('Address', { exact: true }).fill('webcal://192.168.1.1/home.ics');
    await page.getByRole('button', { name: 'Add calendar' }).click();
    await expect(page.getByText(/on a private network/).first()).toBeVisible();
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/home\.ics$/);
    await expectNoExcess(page);
    if (!isMobile) await expectAccessibleInBothThemes(page);

    await page.goto('/admin');
    const notice = page.getByRole('region', { name: 'Appointments that cannot be read' });
    await expect(notice).toContainText(`Your calendar “${name}” can’t be read.`);
    await page.goto('/admin/bookings?view=calendar');
    await card.getByRole('button', { name: /Delete/ }).click();
    await confirmDeletion(page);
    await expect.poll(() => readFree(date)).toHaveLength(6);
  });
});

test('bookings are seen in the mentor’s own calendar by the private address, until it is renewed', async ({
  page,
  context,
}) => {
  const date = ownDate(18);
  const [slot] = openInstants(date, zone);
  if (!slot) throw new Error('No slot on that day');
  await bookElsewhere(slot);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/bookings?view=calendar');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Address copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByLabel('Private address')).toHaveValue(address);
  // Calendar programs have no session.
  const text = await (await fetch(address)).text();
  const events = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
  const event = events.find(
    ({ startDate }) => startDate.toJSDate().getTime() === slot.epochMilliseconds,
  );
  expect(event?.summary).toBe('Somebody Else · Intro Call');

  await page.getByText('In Google Calendar').click();
  await expect(page.getByText(/choose “From URL”/)).toBeVisible();
  await page.getByRole('button', { name: 'Renew address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(page.getByText('Address renewed')).toBeVisible();
  await expect(page.getByLabel('Private address')).not.toHaveValue(address);
  expect((await fetch(address)).status).toBe(404);
});
