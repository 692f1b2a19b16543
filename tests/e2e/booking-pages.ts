import type { Locator, Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { siteDataDirectory, siteUrl } from '#tests/support/site-under-test.ts';
import { expect, untilAlive } from './fixtures.ts';

/** The mentor's opening hours as the specification has them, written down once more. */
const isOpen = (weekday: number, hour: number) =>
  weekday === 1 ? hour >= 22 : weekday >= 6 ? hour >= 8 && hour <= 11 : hour >= 18;

/** Every instant of a visitor's date that lies in the opening hours, found by trying every quarter of an hour. */
export function openInstants(date: Temporal.PlainDate, timeZone: string): Temporal.Instant[] {
  const found: Temporal.Instant[] = [];
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  let instant = date.toZonedDateTime(timeZone).toInstant();
  for (; Temporal.Instant.compare(instant, end) < 0; instant = instant.add({ minutes: 15 })) {
    const mentor = instant.toZonedDateTimeISO('Africa/Johannesburg');
    if (mentor.minute === 0 && isOpen(mentor.dayOfWeek, mentor.hour)) found.push(instant);
  }
  return found;
}

/** `6:00 PM · 18:00 SAST`, by another road than the site's. */
export function slotText(instant: Temporal.Instant, timeZone: string): string {
  const own = instant.toZonedDateTimeISO(timeZone);
  const hour = own.hour % 12 === 0 ? 12 : own.hour % 12;
  const short = `${hour}:${String(own.minute).padStart(2, '0')} ${own.hour < 12 ? 'AM' : 'PM'}`;
  if (timeZone === 'Africa/Johannesburg') return short;
  const mentor = instant.toZonedDateTimeISO('Africa/Johannesburg');
  const clock = `${mentor.toPlainTime().toString({ smallestUnit: 'minute' })} SAST`;
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const isSameDay = mentor.toPlainDate().equals(own.toPlainDate());
  return isSameDay
    ? `${short} · ${clock}`
    : `${short} · ${clock}, ${weekdays[mentor.dayOfWeek - 1]}`;
}

/**
 * The next date on which a zone's clock changes. One that is about to come does not count:
 * the site's own clock is the real one, and offers nothing of days that are over.
 */
export function nextClockChange(timeZone: string): Temporal.PlainDate {
  const soon = Temporal.Now.zonedDateTimeISO(timeZone).add({ days: 5 });
  const change = soon.getTimeZoneTransition('next');
  if (!change) throw new Error(`The clock of ${timeZone} never changes`);
  return change.toPlainDate();
}

/**
 * A date for one test alone, so that the tests of one site do not book each other's hours: a Tuesday to
 * Friday, far from every clock change that other tests look at. Those from 20 on lie too far ahead to
 * be booked when the next change has just passed.
 */
export function ownDate(index: number): Temporal.PlainDate {
  const start = nextClockChange('America/New_York').add({ days: 84 });
  const monday = start.subtract({ days: start.dayOfWeek - 1 });
  return monday.add({ weeks: Math.floor(index / 4), days: 1 + (index % 4) });
}

/** Opens the page with the visitor's clock set to some days before a date. */
export async function openAdmin(page: Page, date: Temporal.PlainDate): Promise<void> {
  const now = date.subtract({ days: 3 }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' });
  await page.clock.setFixedTime(now.epochMilliseconds);
  await page.goto('/mentorship');
  await untilAlive(page);
}

const longDate = (date: Temporal.PlainDate) =>
  `${date.toLocaleString('en-GB', { weekday: 'long' })}, ${date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })}`;

export const dateButton = (page: Page) => page.getByRole('button', { name: /^Date/ });
export const timeSelect = (page: Page) => page.getByLabel('Time', { exact: true });
export const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose a date' });

/** The day's button in the calendar, in the month that is shown. */
export const dayButton = (page: Page, date: Temporal.PlainDate): Locator =>
  calendar(page).locator(`[data-day="${date}"] button`);

/** Opens the calendar at the month of a date. */
export async function showMonth(page: Page, date: Temporal.PlainDate): Promise<void> {
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

/** Picks a date; its times are there afterwards. */
export async function pickDate(page: Page, date: Temporal.PlainDate): Promise<void> {
  await showMonth(page, date);
  await dayButton(page, date).click();
  await expect(calendar(page)).toBeHidden();
  await expect(dateButton(page)).toHaveAccessibleName(`Date ${longDate(date)}`);
  await expect(timeSelect(page)).toBeEnabled();
}

/** The times that are offered. */
export const offeredTimes = (page: Page): Promise<string[]> =>
  timeSelect(page).locator('option:not([value=""])').allInnerTexts();

/** A visitor of this test alone. */
export function createBookingVisitor(name: string) {
  const key = crypto.randomUUID().slice(0, 8);
  return { name: `${name} ${key}`, email: `visitor-${key}@example.com`, goals: `Patience ${key}` };
}
export type BookingVisitor = ReturnType<typeof createBookingVisitor>;

/** Everything but the slot. */
export async function fillInVisitor(page: Page, visitor: BookingVisitor): Promise<void> {
  await page.getByLabel('Full Name').fill(visitor.name);
  await page.getByLabel('Email Address').fill(visitor.email);
  await page.getByLabel('Session Type').selectOption('1-on-1 Session');
  await page.getByLabel('Meeting Type').selectOption('Google Meet');
  await page.getByLabel('Trading Knowledge').selectOption('Intermediate');
  await page.getByLabel('Trading Goals').fill(visitor.goals);
}

/** The same, still there. */
export async function expectVisitorKept(page: Page, visitor: BookingVisitor): Promise<void> {
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.name);
  await expect(page.getByLabel('Email Address')).toHaveValue(visitor.email);
  await expect(page.getByLabel('Session Type')).toHaveValue('1-on-1 Session');
  await expect(page.getByLabel('Meeting Type')).toHaveValue('Google Meet');
  await expect(page.getByLabel('Trading Knowledge')).toHaveValue('Intermediate');
  await expect(page.getByLabel('Trading Goals')).toHaveValue(visitor.goals);
}

/** The bookings of one visitor in the site under test. */
export async function readBookings(email: string): Promise<Record<string, unknown>[]> {
  const rows = await query(
    await findPrivateDatabase(siteDataDirectory),
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

/** Somebody else books a slot, from elsewhere. */
export async function bookElsewhere(slot: Temporal.Instant): Promise<void> {
  const response = await fetch(`${siteUrl}/api/bookings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      name: 'Somebody Else',
      email: 'somebody-else@example.com',
      session_type: 'Intro Call',
      booking_date: slot.toString(),
      meeting_type: 'Zoom',
      trading_knowledge: 'Beginner',
    }),
  });
  expect(response.status).toBe(201);
}
