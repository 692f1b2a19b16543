import type { Locator, Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { querySite } from '#tests/support/site-rows.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expect, untilAlive } from './fixtures.ts';

/** The mentor's opening hours, repeated from the specification. */
const isOpen = (weekday: number, hour: number) =>
  weekday === 1 ? hour >= 22 : weekday >= 6 ? hour >= 8 && hour <= 11 : hour >= 18;

type Instants = [Temporal.Instant, Temporal.Instant, Temporal.Instant, ...Temporal.Instant[]];

/** Every quarter of an hour of a visitor's date that is within the opening hours. */
export function openInstants(date: Temporal.PlainDate, timeZone: string): Instants {
  const found: Temporal.Instant[] = [];
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  let instant = date.toZonedDateTime(timeZone).toInstant();
  for (; Temporal.Instant.compare(instant, end) < 0; instant = instant.add({ minutes: 15 })) {
    const mentor = instant.toZonedDateTimeISO('Africa/Johannesburg');
    if (mentor.minute === 0 && isOpen(mentor.dayOfWeek, mentor.hour)) found.push(instant);
  }
  const [first, second, third, ...others] = found;
  if (!first || !second || !third) throw new Error(`Too few hours on ${date}`);
  return [first, second, third, ...others];
}

/** `6:00 PM · 18:00 SAST`, computed independently of the site. */
export function slotText(instant: Temporal.Instant, timeZone: string): string {
  const own = instant.toZonedDateTimeISO(timeZone);
  const hour = own.hour % 12 === 0 ? 12 : own.hour % 12;
  const short = `${hour}:${String(own.minute).padStart(2, '0')} ${own.hour < 12 ? 'AM' : 'PM'}`;
  if (timeZone === 'Africa/Johannesburg') return short;
  const mentor = instant.toZonedDateTimeISO('Africa/Johannesburg');
  const clock = `${short} · ${mentor.toPlainTime().toString({ smallestUnit: 'minute' })} SAST`;
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const isSameDay = mentor.toPlainDate().equals(own.toPlainDate());
  return isSameDay ? clock : `${clock}, ${weekdays[mentor.dayOfWeek - 1]}`;
}

/** More than five days from any clock change, for three months. */
function firstMonday(): Temporal.PlainDate {
  const soon = Temporal.Now.zonedDateTimeISO('America/New_York').add({ days: 5 });
  const change = soon.getTimeZoneTransition('next');
  if (!change) throw new Error('New York has no clock change');
  const start = change.toPlainDate().add({ days: 42 });
  return start.subtract({ days: start.dayOfWeek - 1 });
}

/** Four dates of each week, Tuesday to Friday. A worker has one site, and counts for it. */
const monday = firstMonday();
let takenDates = 0;

/** A Tuesday to Friday on which no other test of this site books. */
export function ownDate(): Temporal.PlainDate {
  const index = takenDates++;
  return monday.add({ weeks: Math.floor(index / 4), days: 1 + (index % 4) });
}

/** The Tuesday of a week in which no other test of this site books. */
export function ownTuesday(): Temporal.PlainDate {
  takenDates = Math.ceil(takenDates / 4) * 4;
  const tuesday = ownDate();
  takenDates += 3;
  return tuesday;
}

/** Opens the page with the visitor's clock set to some days before a date. */
export async function openBookingPage(page: Page, date: Temporal.PlainDate): Promise<void> {
  const now = date.subtract({ days: 3 }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' });
  await page.clock.setFixedTime(now.epochMilliseconds);
  await page.goto('/mentorship');
  await untilAlive(page);
}

/** `Tuesday, 4 May 2027` */
export const longDate = (date: Temporal.PlainDate) =>
  `${date.toLocaleString('en-GB', { weekday: 'long' })}, ${date.toLocaleString('en-GB', { dateStyle: 'long' })}`;

export const dateButton = (page: Page) => page.getByRole('button', { name: /^Date/ });
export const timeSelect = (page: Page) => page.getByLabel('Time', { exact: true });
export const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' });
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose a date' });

/** Opens the calendar at the month of a date. */
async function showMonth(page: Page, date: Temporal.PlainDate): Promise<void> {
  await dateButton(page).click();
  const caption = date.toLocaleString('en-US', { month: 'long', year: 'numeric' });
  const shown = calendar(page).getByText(/^[A-Z][a-z]+ \d{4}$/);
  for (let step = 0; step < 3; step += 1) {
    const text = await shown.innerText();
    if (text === caption) return;
    const isBehind = new Date(`1 ${text}`) < new Date(`1 ${caption}`);
    await calendar(page)
      .getByRole('button', { name: isBehind ? 'Go to the Next Month' : 'Go to the Previous Month' })
      .click();
    await expect(shown).not.toHaveText(text);
  }
  await expect(shown).toHaveText(caption);
}

/** Picks a date and waits for its times. */
export async function pickDate(page: Page, date: Temporal.PlainDate): Promise<void> {
  await showMonth(page, date);
  await calendar(page).locator(`[data-day="${date}"] button`).click();
  await expect(calendar(page)).toBeHidden();
  await expect(dateButton(page)).toHaveAccessibleName(`Date ${longDate(date)}`);
  await expect(timeSelect(page)).toBeEnabled();
}

/** Picks a date and one of its times. */
export async function pickSlot(
  page: Page,
  date: Temporal.PlainDate,
  slot: Temporal.Instant,
  timeZone: string,
): Promise<void> {
  await pickDate(page, date);
  await timeSelect(page).selectOption(slotText(slot, timeZone));
}

/** Returns the offered times. */
export const offeredTimes = (page: Page): Promise<string[]> =>
  timeSelect(page).locator('option:not([value=""])').allInnerTexts();

/** Creates a visitor for one test. */
export function createBookingVisitor(name: string) {
  const key = crypto.randomUUID().slice(0, 8);
  return { name: `${name} ${key}`, email: `visitor-${key}@example.com`, goals: `Patience ${key}` };
}
export type BookingVisitor = ReturnType<typeof createBookingVisitor>;

/** The radio button of a session type. */
export const sessionType = (page: Page, title: string) =>
  page.getByRole('group', { name: 'Session Type' }).getByRole('radio', { name: title });

/** The form fields that a visitor fills in, with their values. */
const fieldsOf = (page: Page, { name, email, goals }: BookingVisitor): [Locator, string][] => [
  [page.getByLabel('Full Name'), name],
  [page.getByLabel('Email Address'), email],
  [page.getByLabel('Meeting Type'), 'Google Meet'],
  [page.getByLabel('Trading Knowledge'), 'Intermediate'],
  [page.getByLabel('Trading Goals'), goals],
];

/** Fills in everything except the slot. */
export async function fillInVisitor(page: Page, visitor: BookingVisitor): Promise<void> {
  await sessionType(page, '1-on-1 Session').check();
  for (const [field, value] of fieldsOf(page, visitor)) {
    const isSelect = await field.evaluate((element) => element.matches('select'));
    await (isSelect ? field.selectOption(value) : field.fill(value));
  }
}

/** Expects the form to hold everything except the slot. */
export async function expectVisitorKept(page: Page, visitor: BookingVisitor): Promise<void> {
  await expect(sessionType(page, '1-on-1 Session')).toBeChecked();
  for (const [field, value] of fieldsOf(page, visitor)) await expect(field).toHaveValue(value);
}

/** Returns one visitor's bookings from the site under test. */
export async function readBookings(email: string): Promise<Record<string, unknown>[]> {
  const rows = await querySite(
    `select session_type, booking_date, meeting_type, trading_knowledge, notes, time_zone, cancelled_at
     from bookings where email = $1`,
    [email],
  );
  return rows.map(({ booking_date, cancelled_at, ...row }) => ({
    ...row,
    booking_date: booking_date.toISOString(),
    isCancelled: cancelled_at !== null,
  }));
}

/** Books a slot as another visitor. Returns the private path of the booking. */
export async function bookElsewhere(
  slot: Temporal.Instant,
  visitor: Partial<BookingVisitor> & { time_zone?: string; session_type?: string } = {
    name: 'Somebody Else',
    email: 'somebody-else@example.com',
  },
  site = siteUrl,
): Promise<string> {
  const response = await fetch(`${site}/api/bookings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      session_type: 'Intro Call',
      ...visitor,
      booking_date: slot.toString(),
      meeting_type: 'Zoom',
      trading_knowledge: 'Beginner',
    }),
  });
  expect(response.status).toBe(201);
  return (await response.json()).manage_path;
}
