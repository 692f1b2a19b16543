import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import type { Temporal } from 'temporal-polyfill';
import { querySite } from '#tests/support/site-rows.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { cardOf, confirmDeletion, expect, test, unique } from './admin.ts';
import {
  bookElsewhere,
  longDate,
  offeredTimes,
  openBookingPage,
  openInstants,
  ownDate,
  ownTuesday,
  pickDate,
} from './bookings.ts';
import { untilAlive } from './fixtures.ts';

const zone = 'Africa/Johannesburg';

const dayCell = (page: Page, date: Temporal.PlainDate) =>
  page
    .getByRole('region', { name: 'Calendar', exact: true })
    .getByRole('button', { name: longDate(date) });

/** Opens the calendar in the admin and taps through to a day. */
async function chooseDay(page: Page, date: Temporal.PlainDate): Promise<void> {
  await page.goto('/admin/bookings?view=calendar');
  await untilAlive(page);
  const region = page.getByRole('region', { name: 'Calendar', exact: true });
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

/** Returns the start times that visitors are offered on a day. */
async function readFree(date: Temporal.PlainDate): Promise<string[]> {
  const [from, to] = [date, date.add({ days: 1 })].map((day) =>
    day.toZonedDateTime(zone).toInstant().toString(),
  );
  const answer = await fetch(`${siteUrl}/api/availability?from=${from}&to=${to}`);
  return (await answer.json()).slots;
}

test.use({ timezoneId: zone });

test.describe('time off', () => {
  test('a week off is added, edited and deleted, and keeps a booked session', async ({ page }) => {
    const tuesday = ownTuesday();
    const [monday, friday] = [tuesday.subtract({ days: 1 }), tuesday.add({ days: 3 })];
    const [first, ...others] = openInstants(tuesday, zone);
    await bookElsewhere(first);
    await chooseDay(page, monday);

    await page.getByRole('button', { name: 'Add time off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add time off' });
    await expect(dialog.getByLabel('From', { exact: true })).toHaveValue(monday.toString());
    await expect(dialog.getByText('No sessions are booked then.')).toBeVisible();
    await dialog.getByLabel('To', { exact: true }).fill(friday.toString());
    await expect(dialog.getByText('You still have this session:')).toBeVisible();
    const note = unique('Holiday');
    await dialog.getByLabel('Note').fill(note);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Time off saved')).toBeVisible();
    await expect(dialog).toBeHidden();

    for (const day of [monday, tuesday, friday]) {
      await expect(dayCell(page, day)).toHaveAccessibleName(/Off all day/);
      expect(await readFree(day)).toEqual([]);
    }
    const card = cardOf(page, note);
    await expect(card).toContainText('Still booked:');
    await expect(card.getByRole('link', { name: /Somebody Else/ })).toBeVisible();

    expect(await readFree(friday.add({ days: 1 }))).toHaveLength(4);
    await card.getByRole('button', { name: /Edit/ }).click();
    const editing = page.getByRole('dialog', { name: 'Edit time off' });
    await expect(editing.getByLabel('From', { exact: true })).toHaveValue(monday.toString());
    await editing.getByLabel('To', { exact: true }).fill(friday.subtract({ days: 1 }).toString());
    await editing.getByLabel('Note').fill(`${note} and rest`);
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();
    await expect(card).toContainText(`${note} and rest`);
    await expect.poll(() => readFree(friday)).toHaveLength(6);

    await card.getByRole('button', { name: /Delete/ }).click();
    await expect(page.getByRole('dialog')).toContainText('your usual hours apply again');
    await confirmDeletion(page);
    await expect(card).toBeHidden();
    await expect(page.getByText('In the trash')).toBeHidden();
    await expect.poll(() => readFree(tuesday)).toHaveLength(others.length);
    await expect(dayCell(page, tuesday)).not.toHaveAccessibleName(/Off/);
  });
});

test('an extra evening is opened on a day without hours, and a visitor books it', async ({
  page,
}) => {
  const tuesday = ownTuesday();
  const monday = tuesday.subtract({ days: 1 });
  const note = unique('Evening');
  await chooseDay(page, monday);
  await page.getByRole('button', { name: 'Add extra hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add extra hours' });
  await expect(dialog.getByLabel('Date')).toHaveValue(monday.toString());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose an hour.').first()).toBeVisible();
  await dialog.getByLabel('From', { exact: true }).selectOption('19:00');
  await dialog.getByLabel('To', { exact: true }).selectOption('21:00');
  await dialog.getByLabel('Last day').fill(tuesday.toString());
  await dialog.getByLabel('Note').fill(note);
  // Monday has other hours; on Tuesday these are the usual ones.
  await expect(dialog.getByRole('status')).toHaveText(/^Already open:Tue, [^,]+, 19:00 to 21:00$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Extra hours saved')).toBeVisible();
  for (const day of [monday, tuesday])
    await expect(dayCell(page, day)).toHaveAccessibleName(/Extra hours 19:00 to 21:00/);
  await expect(cardOf(page, note)).toContainText(Array(2).fill('19:00 to 21:00'));

  await openBookingPage(page, monday);
  await pickDate(page, monday);
  expect(await offeredTimes(page)).toEqual(['7:00 PM', '8:00 PM', '10:00 PM', '11:00 PM']);
  await bookElsewhere(monday.toZonedDateTime({ timeZone: zone, plainTime: '20:00' }).toInstant());
  expect(await readFree(monday)).toHaveLength(3);
  await querySite('delete from availability_exceptions where note = $1', [note]);
});

test.describe('a calendar that the mentor connects', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('an appointment closes its slots, and unreadable events are listed', async ({ page }) => {
    const date = ownDate();
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
    await openBookingPage(page, date);
    await pickDate(page, date);
    expect(await offeredTimes(page)).toEqual(['6:00 PM', '9:00 PM', '10:00 PM', '11:00 PM']);

    await page.clock.setFixedTime(new Date());
    await chooseDay(page, date);
    await expect(dayCell(page, date)).toHaveAccessibleName(/Busy 19:30 to 20:15/);
    await expect(page.getByRole('list', { name: 'This day’s hours' })).toContainText(
      `Busy 19:30 to 20:15 · ${name}`,
    );
    const card = cardOf(page, name);
    await expect(card).toContainText(/last checked/i);
    // The address is not encrypted with this site's secret, so it cannot be read.
    await card.getByRole('button', { name: /Check now/ }).click();
    await expect(card).toContainText('We can’t read this calendar.');
    await expect(card).toContainText('Appointments we saw then still block times.');
    await expect(card.getByRole('listitem')).toHaveText('ChoirIt has no start.');
    expect(await readFree(date)).toHaveLength(4);

    await card.getByRole('button', { name: /Delete/ }).click();
    await confirmDeletion(page);
    await expect.poll(() => readFree(date)).toHaveLength(6);
  });
});

test('the private link shows the bookings to calendar programs until it is replaced', async ({
  page,
  context,
}) => {
  const date = ownDate();
  const [slot] = openInstants(date, zone);
  await bookElsewhere(slot);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin/bookings?view=calendar');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByLabel('Private link')).toHaveValue(address);
  // Calendar programs have no session.
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(address)).text()));
  const summaries = calendar
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')));
  expect(summaries).toContain('Somebody Else · Intro Call');
  await page.getByRole('button', { name: 'Replace link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(page.getByText('Link replaced')).toBeVisible();
  await expect(page.getByLabel('Private link')).not.toHaveValue(address);
  expect((await fetch(address)).status).toBe(404);
});
