import { isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { typeNotOffered } from '#features/availability/rules/booking-rules.ts';
import { findBooking } from '#features/availability/server/queries/live-bookings.ts';
import { bookingContent } from '#features/booking/rules/booking.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import {
  openingMorning,
  sessionBody,
  sessionNotice,
  tuesdaySlot,
  tuesdaySlots,
} from '#tests/support/booking-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

const visitor = visitorWith();
const { api, clock, takeMails, startAnother } = await openTestSite({ now: openingMorning });

const book = (changes: Record<string, unknown> = {}) =>
  api.post('/api/bookings', sessionBody(changes));
const available = async (from: string, to: string): Promise<string[]> => {
  const response = await api.app.request(`/api/availability?from=${from}&to=${to}`);
  return (await response.json()).slots;
};

describe('a booking', () => {
  it('promises no email while no mail server is set up', async () => {
    const other = await startAnother({ smtpUrl: undefined });
    const body = sessionBody();
    const response = await other.post('/api/bookings', body);
    const { is_mailed, manage_path } = await response.json();
    expect(is_mailed).toBe(false);
    const find = (on: typeof api) => on.services.findManagedBooking(manage_path.split('/').at(-1));
    expect(await find(other)).toMatchObject({ isMailed: false, reminders: null });
    expect(await find(api)).toMatchObject({ isMailed: true });
  });

  it('a booking is stored as sent, in UTC, and answered with the private link', async () => {
    const body = sessionBody({ booking_date: '2030-01-08T18:00:00+02:00', name: ' Zoë O’Neil ' });
    const response = await api.post('/api/bookings', body);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: body.id,
      booking_date: tuesdaySlot,
      is_mailed: true,
      held_until: null,
      manage_path: expect.stringMatching(/^\/booking\/[\w-]{43}$/),
    });
    expect(await findBooking(api.db, body.id)).toMatchObject({
      name: 'Zoë O’Neil',
      email: 'jane@example.com',
      sessionType: '1-on-1 Session',
      startsAt: new Date(tuesdaySlot),
      meetingType: 'Zoom',
      tradingKnowledge: 'Beginner',
      notes: 'Goals: Patience\nTopics: Not provided',
      timeZone: 'America/New_York',
    });
  });

  it('requires neither notes nor a time zone, and ignores an unknown time zone', async () => {
    const body = sessionBody({ notes: undefined, time_zone: 'Mars/Base' });
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    expect(await findBooking(api.db, body.id)).toMatchObject({
      notes: 'Goals: Not provided\nTopics: Not provided',
      timeZone: null,
    });
  });

  it.each([
    ['email', 'jane@', 'A valid email is required.'],
    ['session_type', 'Free lunch', typeNotOffered],
    ['booking_date', '2030-01-08', 'A date is required.'],
    ['booking_date', '2030-01-08T15:00:00Z', 'Choose one of the available times.'],
    ['booking_date', '2030-01-08T16:30:00Z', 'Choose one of the available times.'],
    ['booking_date', '2030-01-08T16:00:30Z', 'Choose one of the available times.'],
    ['booking_date', '2030-01-06T09:00:00Z', 'That time has passed. Choose another.'],
    ['booking_date', '2031-01-14T16:00:00Z', 'Choose a date within the next 365 days.'],
    ['notes', 'a\0b', 'Remove the characters that can’t be saved.'],
  ])('a booking is refused for its %s %j', async (field, value, message) => {
    const response = await book({ [field]: value });
    expect(response.status).toBe(422);
    const problem = await response.json();
    expect(problem).toMatchObject({ code: 'validation', status: 422 });
    expect(problem.errors).toContainEqual({ field, message });
    expect(await api.db.$count(bookings)).toBe(0);
  });

  it('a booking is accepted until its hour begins, and refused from then on', async () => {
    clock.now = new Date(tuesdaySlot);
    expect((await book()).status).toBe(422);
    clock.now = new Date(+new Date(tuesdaySlot) - 1);
    expect((await book()).status).toBe(201);
  });

  it('a booking stores a phone number in E.164, and refuses an invalid one', async () => {
    const body = sessionBody({ phone: '082 555 1234' });
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    expect((await findBooking(api.db, body.id))?.phone).toBe('+27825551234');
    const wrong = sessionBody({ booking_date: tuesdaySlots[1], phone: '12345' });
    for (const [path, sent] of [
      ['/api/bookings', wrong],
      ['/contact.php', sessionNotice(wrong)],
    ] as const) {
      const refused = await api.post(path, sent);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain('Enter a valid phone number');
    }
  });

  it('a booking from a bot is dropped silently', async () => {
    const body = sessionBody({ leave_empty: 'x' });
    const response = await api.post('/api/bookings', body);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: body.id });
    expect(await api.db.$count(bookings)).toBe(0);
  });
});

describe('a slot that is taken', () => {
  it('a slot that is taken is answered with the free times of that date in the visitor’s zone, and with no name', async () => {
    await book({ name: 'Secret Name', email: 'secret@example.com' });
    await book({ booking_date: tuesdaySlots[3] });
    const response = await book();
    expect(response.status).toBe(409);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      code: 'slot-taken',
      detail: 'That time has just been booked. Please choose another.',
      slots: [1, 2, 4, 5].map((index) => tuesdaySlots[index]),
    });
    expect(text).not.toMatch(/secret/i);

    // Tuesday in Kathmandu ends at 18:15 UTC.
    const elsewhere = await book({ time_zone: 'Asia/Kathmandu' });
    expect((await elsewhere.json()).slots).toEqual([
      '2030-01-07T20:00:00.000Z',
      '2030-01-07T21:00:00.000Z',
      ...tuesdaySlots.slice(1, 3),
    ]);
  });

  it('a slot that is taken is free again when its booking is cancelled or deleted', async () => {
    for (const release of [api.services.cancelBooking, api.services.deleteBooking]) {
      const body = sessionBody();
      expect((await api.post('/api/bookings', body)).status).toBe(201);
      expect((await book()).status).toBe(409);
      await release({ id: body.id }, visitor);
      expect(await available('2030-01-08', '2030-01-09')).toContain(tuesdaySlot);
      const next = sessionBody();
      expect((await api.post('/api/bookings', next)).status).toBe(201);
      await api.services.deleteBooking({ id: next.id });
    }
  });
});

describe('a repeat', () => {
  it('gets the same answer as the first call, and does nothing more', async () => {
    const body = sessionBody();
    const answers = [];
    for (let round = 0; round < 3; round += 1) {
      const response = await api.post('/api/bookings', body);
      expect(response.status).toBe(201);
      answers.push(await response.json());
      const notified = await api.post('/contact.php', sessionNotice(body));
      expect(await notified.json()).toEqual({ ok: true });
    }
    expect(new Set(answers.map(({ manage_path }) => manage_path)).size).toBe(1);
    expect((await takeMails()).all).toHaveLength(2);
    expect(api.journal.listPending()).toEqual([]);
    expect(await api.db.$count(bookings)).toBe(1);
  });

  it('a repeat stores one booking if a form without scripts is sent twice, and shares its link with no one else', async () => {
    const content = bookingContent.parse(sessionBody());
    const press = (from = visitor) => api.services.takeBooking(content, from);
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toEqual(first);
    expect(await press()).toEqual(first);
    expect(await api.db.$count(bookings)).toBe(1);
    await expect(press(visitorWith(undefined, '192.0.2.8'))).rejects.toMatchObject({
      code: 'slot-taken',
    });
  });

  it('a repeat with other content is refused', async () => {
    const body = sessionBody();
    await api.post('/api/bookings', body);
    const response = await api.post('/api/bookings', { ...body, booking_date: tuesdaySlots[2] });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'id-reused' });
    const notified = await api.post('/contact.php', { ...sessionNotice(body), name: 'Other' });
    expect(notified.status).toBe(409);
  });

  it('succeeds after the booking was moved, has started or was deleted', async () => {
    const body = sessionBody();
    await api.post('/api/bookings', body);
    await api.services.moveBooking(
      { id: body.id, startsAt: new Date(tuesdaySlots[4] ?? '') },
      visitor,
    );
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    clock.now = new Date('2030-01-10T00:00:00Z');
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    expect(await api.db.$count(bookings)).toBe(1);
    clock.now = openingMorning;
    await api.services.deleteBooking({ id: body.id });
    expect((await api.post('/contact.php', sessionNotice(body))).status).toBe(200);
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    expect(api.journal.listPending()).toEqual([]);
    expect(await api.db.$count(bookings, isNull(bookings.deletedAt))).toBe(0);
    const other = await api.post('/api/bookings', { ...body, booking_date: tuesdaySlots[2] });
    expect(await other.json()).toMatchObject({ code: 'id-reused' });
  });
});

describe('availability', () => {
  it('lists the free times from now on, and may be cached for a few seconds', async () => {
    await book({ booking_date: tuesdaySlots[1] });
    clock.now = new Date('2030-01-08T18:30:00Z');
    const response = await api.app.request(
      '/api/availability?from=2030-01-08T00:00:00%2B02:00&to=2030-01-09T00:00:00%2B02:00',
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(await response.json()).toEqual({ slots: tuesdaySlots.slice(3) });
    clock.now = openingMorning;
    expect(await available('2030-01-08T16:00:00Z', '2030-01-08T18:00:00Z')).toEqual([tuesdaySlot]);
  });

  it('covers 62 days and ends where booking ends', async () => {
    const slots = await available('2030-01-07', '2030-03-10');
    expect(slots).toHaveLength(8 * 34 + 30);
    expect(slots).toEqual([...new Set(slots)].sort());
    expect(await available('2031-01-07', '2031-01-10')).toEqual([]);
    expect(await available('9999-12-01', '9999-12-31')).toEqual([]);
    expect(await available('1900-01-01', '1900-01-31')).toEqual([]);
    expect(await available('2030-12-31', '2031-01-09')).not.toEqual([]);
  });

  it.each([
    ['', 'from', 'Enter a date or a time.'],
    ['?from=2030-01-08&to=tomorrow', 'to', 'Enter a date or a time.'],
    ['?from=2030-01-07&to=2030-03-11', 'to', 'Choose at most 62 days.'],
  ])('availability refuses %s', async (query, field, message) => {
    const response = await api.app.request(`/api/availability${query}`);
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toContainEqual({ field, message });
  });
});
