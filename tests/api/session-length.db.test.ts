import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import {
  openingMorning,
  sessionBody,
  sessionNotice,
  tuesdaySlots,
} from '#tests/support/booking-bodies.ts';
import { sellLongSessions } from '#tests/support/session-types.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';

const visitor = visitorWith();
const { connectionString, api, admin, receiver } = await openTestSite({ now: openingMorning });

beforeEach(() => sellLongSessions(admin));

/** 90 minutes. */
const review = { session_type: 'Chart review' };
/** Eight hours. */
const wholeDay = { session_type: 'Day of trading' };

const slotsAt = (...indexes: number[]) => indexes.map((index) => tuesdaySlots[index] ?? '');
const at = (index: number) => ({ booking_date: tuesdaySlots[index] });
const dateAt = (index: number) => new Date(tuesdaySlots[index] ?? '');

async function free(sessionType?: string, day = '2030-01-08'): Promise<string[]> {
  const to = new Date(Date.parse(day) + 86_400_000).toISOString();
  const asked = new URLSearchParams({ from: day, to });
  if (sessionType !== undefined) asked.set('session_type', sessionType);
  const answer = await api.app.request(`/api/availability?${asked}`);
  expect(answer.status).toBe(200);
  return (await answer.json()).slots;
}
const book = (...changes: Record<string, unknown>[]) =>
  // Mornings of one day and evenings of the other, so that Tuesday is the same date for both.
  api.post(
    '/api/bookings',
    sessionBody(Object.assign({ time_zone: 'Africa/Johannesburg' }, ...changes)),
  );
const takeOff = (start_time: string, end_time: string) =>
  admin.asMentor('POST', '/api/availability_exceptions/time_off', {
    id: randomUUID(),
    from: '2030-01-08',
    to: '2030-01-08',
    start_time,
    end_time,
  });
const openExtra = (date: string, from: number, to: number) =>
  admin.asMentor('POST', '/api/availability_exceptions/extra_hours', {
    id: randomUUID(),
    date,
    from,
    to,
  });

const tooShort = {
  field: 'booking_date',
  message: 'This session takes 90 minutes, which doesn’t fit at that time. Choose another time.',
};

describe('the free times', () => {
  it('the free times are those for an hour without a type, and for a shorter or unknown type', async () => {
    await book(at(2));
    for (const type of [undefined, 'Intro Call', '1-on-1 Session', 'Free lunch', ''])
      expect(await free(type)).toEqual(slotsAt(0, 1, 3, 4, 5));
    const tooLong = `/api/availability?from=2030-01-08&to=2030-01-09&session_type=${'x'.repeat(121)}`;
    expect((await api.app.request(tooLong)).status).toBe(422);
  });

  it('the free times for a long session are where all of it is open and free', async () => {
    expect(await free('Chart review')).toEqual(slotsAt(0, 1, 2, 3, 4));
    await book(at(2));
    expect(await free('Chart review')).toEqual(slotsAt(0, 3, 4));
    await takeOff('22:15', '22:20');
    expect(await free('Chart review')).toEqual(slotsAt(0));
    expect(await free()).toEqual(slotsAt(0, 1, 3, 5));
    await query(
      connectionString,
      `with calendar as (insert into busy_calendars (name, encrypted_url) values ('Family', 'x') returning id)
       insert into busy_times select id, '2030-01-08T17:29:00Z', '2030-01-08T17:30:00Z' from calendar`,
    );
    expect(await free('Chart review')).toEqual([]);
  });

  it('the free times for a session longer than any evening are only in extra hours', async () => {
    expect(await free('Day of trading')).toEqual([]);
    await openExtra('2030-01-08', 11, 18);
    // From 11:00 to 19:00 and so on: the extra hours and the evening are continuous.
    expect(await free('Day of trading')).toEqual(
      ['09', '10', '11', '12', '13', '14'].map((hour) => `2030-01-08T${hour}:00:00.000Z`),
    );
  });
});

describe('a long session', () => {
  it('a long session blocks its whole duration, in any order of bookings', async () => {
    expect((await book(review, at(0))).status).toBe(201);
    const second = await book(at(1));
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({
      code: 'slot-taken',
      detail: 'That time has just been booked. Please choose another.',
      slots: slotsAt(2, 3, 4, 5),
    });

    expect((await book(at(3))).status).toBe(201);
    const third = await book(review, at(2));
    expect(third.status).toBe(409);
    // The answer lists the times that are free for the same length.
    expect((await third.json()).slots).toEqual(slotsAt(4));
    expect((await book({ session_type: 'Intro Call' }, at(2))).status).toBe(201);
    expect(await api.db.$count(bookings)).toBe(3);
  });

  it('a long session is refused if the hours end before it does, and the answer lists the free times', async () => {
    const late = await book(review, at(5));
    expect(late.status).toBe(422);
    expect(await late.json()).toMatchObject({
      errors: [tooShort],
      slots: slotsAt(0, 1, 2, 3, 4),
    });
    expect((await book(at(5))).status).toBe(201);
    const beyond = await book(wholeDay, at(0));
    expect(await beyond.json()).toMatchObject({
      errors: [{ field: 'booking_date', message: expect.stringContaining('takes 8 hours') }],
      slots: [],
    });
    // No session starts between two slots, however short it is.
    const between = await book(review, { booking_date: '2030-01-08T16:30:00Z' });
    expect((await between.json()).errors).toEqual([
      { field: 'booking_date', message: 'Choose one of the available times.' },
    ]);
  });

  it('a long session can be moved to where all of it fits, even if that overlaps its old time', async () => {
    const body = sessionBody({ ...review, ...at(2), time_zone: null });
    await api.post('/api/bookings', body);
    await book(at(1));
    const moveTo = (index: number) =>
      api.services.moveBooking({ id: body.id, startsAt: dateAt(index) }, visitor);
    await expect(moveTo(0)).rejects.toMatchObject({
      code: 'slot-taken',
      extensions: { slots: slotsAt(3, 4) },
    });
    await expect(moveTo(5)).rejects.toMatchObject({
      fieldErrors: [tooShort],
      extensions: { slots: slotsAt(3, 4) },
    });
    // The booking's page lists its own time as free. Anyone else sees it as taken.
    const asked = new URLSearchParams({ from: '2030-01-08', to: '2030-01-09', ...review });
    const answer = await api.app.request(`/api/availability?${asked}&booking=${body.id}`);
    expect((await answer.json()).slots).toEqual(slotsAt(3, 4));
    expect(await free('Chart review')).toEqual(slotsAt(4));
    expect((await api.app.request(`/api/availability?${asked}&booking=x`)).status).toBe(422);
    await moveTo(3);
    expect(await free('Chart review')).toEqual([]);
    expect(await free()).toEqual(slotsAt(0, 2, 5));
  });

  it('a long session has the same rules in the fallback', async () => {
    await book(at(1));
    const notify = (...changes: Record<string, unknown>[]) =>
      api.post('/contact.php', sessionNotice(sessionBody(Object.assign({}, ...changes))));
    expect((await notify(review, at(0))).status).toBe(409);
    expect((await notify(review, at(5))).status).toBe(422);
    expect((await notify(review, at(2))).status).toBe(200);
    await expect.poll(() => api.db.$count(bookings)).toBe(2);
  });

  it('a long session that was requested during an outage is reported if it does not fit', async () => {
    await takeOff('19:15', '19:20');
    await book(at(4));
    for (const index of [0, 3]) {
      const { id, ...content } = sessionBody({ ...review, ...at(index), name: `Late ${index}` });
      await api.journal.receive(`booking:${id}`, { kind: 'booking', id, content });
    }
    api.services.replayer.wake();
    const subjects = () => receiver.received.map(({ mail }) => mail.subject);
    await expect
      .poll(subjects)
      .toContainEqual(expect.stringContaining('Outside your hours: Late 0, '));
    await expect
      .poll(subjects)
      .toContainEqual(expect.stringContaining('Time already taken: Late 3, '));
    expect(await api.db.$count(bookings)).toBe(1);
  });
});

describe('the mentor', () => {
  const bookAsMentor = (...changes: Record<string, unknown>[]) =>
    admin.asMentor('POST', '/api/bookings/by-mentor', {
      ...sessionBody(Object.assign({}, ...changes)),
      mentor_note: '',
    });

  it('the mentor can book any time without another session', async () => {
    await takeOff('18:00', '23:00');
    await book(at(5));
    expect((await bookAsMentor(review, at(0))).status).toBe(201);
    // 19:30, when that session ends.
    const next = { booking_date: '2030-01-08T17:30:00Z' };
    expect((await bookAsMentor(review, { booking_date: '2030-01-08T17:29:00Z' })).status).toBe(409);
    expect((await bookAsMentor(review, next)).status).toBe(201);
    expect((await bookAsMentor(wholeDay, { booking_date: '2030-01-08T19:00:00Z' })).status).toBe(
      409,
    );
  });
});
