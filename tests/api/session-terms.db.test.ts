import ICAL from 'ical.js';
import { beforeEach, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { readCalendar } from '#tests/support/invitations.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';

const visitor = visitorWith();
const { connectionString, api, admin } = await openTestSite({ now: openingMorning });

const [option] = defaults.offers.mentorshipOptions;

/** Offers a single session type. */
async function sell(title: string, minutes: number, price: string, changes = {}): Promise<void> {
  const { version } = await admin.read('/api/settings/offers');
  const mentorshipOptions = [{ ...option, title, minutes, price, payment: 'later', ...changes }];
  const value = { ...defaults.offers, mentorshipOptions };
  const saved = await admin.asMentor('PUT', '/api/settings/offers', { version, value });
  expect(saved.status).toBe(200);
}

beforeEach(() => sell('Deep dive', 120, 'R2000'));

const slot = (index: number) => tuesdaySlots[index] ?? '';
const book = (session_type: string, index: number) =>
  api.post('/api/bookings', sessionBody({ session_type, booking_date: slot(index) }));
const bookAsMentor = (session_type: string, booking_date: string) =>
  admin.asMentor('POST', '/api/bookings/by-mentor', {
    ...sessionBody({ session_type, booking_date }),
    mentor_note: '',
  });

/** Books two hours at 18:00, then renames and shortens the session type and raises its price. */
async function bookAndRename() {
  const booked = await (await book('Deep dive', 0)).json();
  await sell('Deeper dive', 60, 'R9000');
  const token = booked.manage_path.split('/').at(-1);
  return { id: booked.id, token };
}

async function readFeed() {
  const { url } = await admin.read('/api/calendar_address');
  const feed = await (await api.app.request(new URL(url).pathname)).text();
  const [event] = new ICAL.Component(ICAL.parse(feed)).getAllSubcomponents('vevent');
  return new ICAL.Event(event);
}

it('keeps the title, length and price that a booking was made with', async () => {
  const { id, token } = await bookAndRename();
  const terms = { sessionType: 'Deep dive', sessionMinutes: 120, sessionPrice: 'R2000' };
  expect(await api.services.getBooking({ id })).toMatchObject(terms);
  expect(await api.services.findManagedBooking(token)).toMatchObject({
    sessionType: 'Deep dive',
    rules: { minutes: 120 },
    price: 'R2000',
  });
  const end = '2030-01-08T18:00:00.000Z';
  const file = (await api.services.composeCalendarFile(token)) ?? '';
  expect(readCalendar(file)).toMatchObject({ end });
  expect((await readFeed()).endDate.toJSDate().toISOString()).toBe(end);
});

it('blocks the whole time of a booking for the mentor and for visitors', async () => {
  await bookAndRename();
  const free = await api.app.request('/api/availability?from=2030-01-08&to=2030-01-09');
  expect((await free.json()).slots).toEqual(tuesdaySlots.slice(2));
  expect((await book('Deeper dive', 1)).status).toBe(409);
  expect((await bookAsMentor('Deeper dive', '2030-01-08T17:59:00Z')).status).toBe(409);
  expect((await bookAsMentor('Deeper dive', '2030-01-08T18:00:00Z')).status).toBe(201);
});

it.each([
  ['the break of its renamed type', {}, 3],
  ['no break, if its type is gone', { id: 'another' }, 2],
])('a booked session is followed by %s', async (_, changes, firstFree) => {
  await book('Deep dive', 0);
  await sell('Deeper dive', 60, 'R9000', { gapMinutes: 60, ...changes });
  const free = await api.app.request('/api/availability?from=2030-01-08&to=2030-01-09');
  expect((await free.json()).slots).toEqual(tuesdaySlots.slice(firstFree));
});

it('moves a booking at its own length, although its type is no longer offered', async () => {
  const { id } = await bookAndRename();
  await book('Deeper dive', 4);
  const move = (index: number) =>
    api.services.moveBooking({ id, startsAt: new Date(slot(index)) }, visitor);
  const free = { extensions: { slots: [slot(1), slot(2)] } };
  await expect(move(3)).rejects.toMatchObject({ code: 'slot-taken', ...free });
  await expect(move(5)).rejects.toMatchObject({ status: 422, ...free });
  const asked = new URLSearchParams({ booking_date: slot(3), booking: id, session_type: 'x' });
  const placement = await admin.asMentor('GET', `/api/bookings/placement?${asked}`);
  expect(await placement.json()).toMatchObject({ other: { booking_date: slot(4) } });
  await move(2);
  expect((await book('Deeper dive', 3)).status).toBe(409);
  expect((await book('Deeper dive', 1)).status).toBe(201);
});

it.each(['delete', 'cancel'] as const)("frees all of a booking's time: %s", async (how) => {
  const { id } = await bookAndRename();
  if (how === 'delete') await api.services.deleteBooking({ id });
  else await api.services.cancelBooking({ id }, visitor);
  expect((await book('Deeper dive', 1)).status).toBe(201);
  if (how === 'cancel') return;
  const restore = await admin.asMentor('POST', '/api/trash/bookings/restorations', { ids: [id] });
  expect(restore.status).toBe(409);
  expect(await restore.json()).toMatchObject({ code: 'slot-taken' });
  await query(connectionString, 'delete from bookings where deleted_at is null');
  const again = await admin.asMentor('POST', '/api/trash/bookings/restorations', { ids: [id] });
  expect(again.status).toBe(200);
});
