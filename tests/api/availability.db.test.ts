import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lockHours } from '#features/availability/server/queries/availability.ts';
import { availabilityExceptions, bookings } from '#platform/db/schema/booking-schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import {
  openingMorning,
  sessionBody,
  sessionNotice,
  tuesdaySlot,
  tuesdaySlots,
} from '#tests/support/booking-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';

const visitor = visitorWith();
const { connectionString, api, admin } = await openTestSite({ now: openingMorning });

const tuesday = { from: '2030-01-08', to: '2030-01-08' };

const takeOff = (body: object) =>
  admin.asMentor('POST', '/api/availability_exceptions/time_off', { id: randomUUID(), ...body });
const openExtra = (body: object) =>
  admin.asMentor('POST', '/api/availability_exceptions/extra_hours', { id: randomUUID(), ...body });
const list = async (search = '') =>
  (await admin.read(`/api/availability_exceptions${search}`)).items;
const free = async (day = '2030-01-08'): Promise<string[]> => {
  const to = new Date(Date.parse(day) + 86_400_000).toISOString();
  const answer = await api.app.request(`/api/availability?from=${day}&to=${to}`);
  return (await answer.json()).slots;
};
const book = (changes: Record<string, unknown> = {}) =>
  api.post('/api/bookings', sessionBody(changes));

const notOffered = {
  code: 'validation',
  errors: [{ field: 'booking_date', message: 'Choose one of the available times.' }],
};

describe('time off', () => {
  it('time off closes its days for lists, bookings and moves', async () => {
    const body = sessionBody({ booking_date: '2030-01-09T16:00:00Z' });
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    expect((await takeOff(tuesday)).status).toBe(201);
    expect(await free()).toEqual([]);
    expect(await free('2030-01-09')).toHaveLength(5);
    const refused = await book();
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject(notOffered);
    const move = api.services.moveBooking(
      { id: body.id, startsAt: new Date(tuesdaySlot) },
      visitor,
    );
    await expect(move).rejects.toMatchObject({ status: 422 });
    const notified = await api.post('/contact.php', sessionNotice(sessionBody()));
    expect(notified.status).toBe(422);
  });

  it('time off for part of a day closes every hour that it overlaps', async () => {
    await takeOff({ ...tuesday, start_time: '19:30', end_time: '21:00', note: ' Dentist ' });
    expect(await free()).toEqual([0, 3, 4, 5].map((index) => tuesdaySlots[index]));
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        kind: 'off',
        starts_at: '2030-01-08T17:30:00.000Z',
        ends_at: '2030-01-08T19:00:00.000Z',
        note: 'Dentist',
        version: 1,
        sessions: [],
      },
    ]);
  });

  it('time off does not change booked sessions, and lists them before and after saving', async () => {
    const bodies = [tuesdaySlots[0], tuesdaySlots[1]].map((booking_date) =>
      sessionBody({ booking_date, name: `Jane at ${booking_date?.slice(11, 13)}` }),
    );
    for (const body of bodies) await api.post('/api/bookings', body);
    const cancelled = sessionBody({ booking_date: tuesdaySlots[2] });
    await api.post('/api/bookings', cancelled);
    await api.services.cancelBooking({ id: cancelled.id }, visitor);

    // The first session lasts until 19:00.
    const off = { ...tuesday, start_time: '18:30' };
    const sessions = bodies.map(({ id, name, booking_date }) => ({ id, name, booking_date }));
    const search = new URLSearchParams({ ...off, end_time: '', note: '' });
    const before = await admin.asMentor('GET', `/api/availability_exceptions/sessions?${search}`);
    expect(await before.json()).toEqual({ sessions });
    const after = await takeOff(off);
    expect(await after.json()).toEqual({ id: expect.any(String), sessions });
    expect(await list()).toMatchObject([{ sessions }]);
    expect(await api.db.$count(bookings)).toBe(3);
    // A session stays where it is and cannot be moved to a time when the mentor is off.
    const [first] = bodies;
    const move = (slot: string | undefined) =>
      api.services.moveBooking({ id: first?.id ?? '', startsAt: new Date(slot ?? '') }, visitor);
    await expect(move(tuesdaySlots[0])).resolves.toBeUndefined();
    await expect(move(tuesdaySlots[4])).rejects.toMatchObject({ status: 422 });
  });

  it('time off ends when it is deleted, as extra hours do', async () => {
    await takeOff(tuesday);
    await openExtra({ date: '2030-01-07', from: 14, to: 16 });
    expect(await free('2030-01-07')).toHaveLength(4);
    for (const { id } of await list()) {
      const path = `/api/availability_exceptions/${id}`;
      expect((await admin.asMentor('DELETE', path)).status).toBe(204);
      expect((await admin.asMentor('DELETE', path)).status).toBe(404);
    }
    expect(await free()).toEqual(tuesdaySlots);
    expect(await free('2030-01-07')).toHaveLength(2);
  });

  it.each([
    [{ from: '2030-01-06', to: '2030-01-06' }, 'to', 'That time has passed.'],
    [{ from: '2030-01-09', to: '2030-01-08' }, 'to', 'The last day is before the first.'],
    [{ ...tuesday, note: 'x'.repeat(201) }, 'note', 'Use fewer than 200 characters.'],
  ])('time off is refused for %j', async (body, field, message) => {
    const answer = await takeOff(body);
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([{ field, message }]);
    expect(await list()).toEqual([]);
  });

  it('time off is edited from the version that was read, and lists its sessions', async () => {
    await book();
    await takeOff({ ...tuesday, start_time: '19:00', note: 'Dentist' });
    const [{ id }] = await list();
    const edit = (body: object, one = id) =>
      admin.asMentor('PUT', `/api/availability_exceptions/time_off/${one}`, body);
    const wednesday = { version: 1, from: '2030-01-08', to: '2030-01-09', end_time: '20:00' };
    // A repeat succeeds, whichever version it names.
    for (let round = 0; round < 2; round += 1) {
      const answer = await edit(wednesday);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ sessions: [{ name: 'Jane Doe' }] });
    }
    const changed = {
      id,
      kind: 'off',
      version: 2,
      note: null,
      starts_at: '2030-01-07T22:00:00.000Z',
      ends_at: '2030-01-09T18:00:00.000Z',
    };
    expect(await list()).toMatchObject([changed]);
    expect(await free()).toEqual([]);
    expect(await free('2030-01-09')).toHaveLength(4);

    const second = await edit({ ...wednesday, note: 'Holiday' });
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'edited-elsewhere', current: changed });
    const before = await edit({ version: 2, from: '2030-01-09', to: '2030-01-08' });
    expect((await before.json()).errors).toMatchObject([{ field: 'to' }]);
    const over = await edit({ version: 2, from: '2030-01-06', to: '2030-01-06' });
    expect((await over.json()).errors).toMatchObject([{ field: 'to' }]);
    expect((await edit({ ...wednesday, version: undefined })).status).toBe(422);
    expect((await edit(wednesday, randomUUID())).status).toBe(404);
    await openExtra({ date: '2030-01-07', from: 14, to: 16 });
    const extra = (await list()).find(({ kind }: { kind: string }) => kind === 'extra');
    expect((await edit(wednesday, extra.id)).status).toBe(404);
  });

  it('time off is stored once if it is sent twice, and refuses other content under the same id', async () => {
    const id = randomUUID();
    expect((await takeOff({ id, ...tuesday })).status).toBe(201);
    expect((await takeOff({ id, ...tuesday })).status).toBe(201);
    expect((await takeOff({ id, ...tuesday, note: 'Other' })).status).toBe(409);
    expect(await list()).toHaveLength(1);
  });
});

it('allows a repeat of the last possible entry, but not one entry more', async () => {
  const endsAt = (day: number) => new Date(Date.parse(tuesdaySlot) + day * 86_400_000);
  const others = Array.from({ length: 199 }, (_, day) => ({
    kind: 'off' as const,
    startsAt: new Date(0),
    endsAt: endsAt(day),
  }));
  await api.db.insert(availabilityExceptions).values(others);
  const last = { id: randomUUID(), ...tuesday };
  expect((await takeOff(last)).status).toBe(201);
  expect((await takeOff(last)).status).toBe(201);
  expect((await takeOff(tuesday)).status).toBe(422);
  expect(await api.db.$count(availabilityExceptions)).toBe(200);
});

describe('extra hours', () => {
  it('extra hours can be booked, except during time off and busy times', async () => {
    const slot = '2030-01-08T12:00:00.000Z';
    expect((await book({ booking_date: slot })).status).toBe(422);
    await openExtra({ date: '2030-01-08', from: 13, to: 17 });
    await takeOff({ ...tuesday, start_time: '15:00', end_time: '15:30' });
    expect(await free()).toEqual([
      ...['11', '12', '14'].map((hour) => `2030-01-08T${hour}:00:00.000Z`),
      ...tuesdaySlots,
    ]);
    expect((await book({ booking_date: slot })).status).toBe(201);
    expect((await book({ booking_date: '2030-01-08T13:00:00.000Z' })).status).toBe(422);
    // Extra hours do not extend how far ahead visitors can book.
    await openExtra({ date: '2031-01-20', from: 13, to: 17 });
    expect((await book({ booking_date: '2031-01-20T12:00:00.000Z' })).status).toBe(422);
  });

  it('extra hours are compared with the usual and extra hours that are already open', async () => {
    await openExtra({ date: '2030-01-07', from: 15, to: 17 });
    const asked = { date: '2030-01-07', last_date: '2030-01-08', from: '16', to: '20', note: '' };
    const search = new URLSearchParams(asked);
    const answer = await admin.asMentor('GET', `/api/availability_exceptions/open_hours?${search}`);
    expect(await answer.json()).toEqual({
      spans: [
        { starts_at: '2030-01-07T14:00:00.000Z', ends_at: '2030-01-07T15:00:00.000Z' },
        { starts_at: '2030-01-08T16:00:00.000Z', ends_at: '2030-01-08T18:00:00.000Z' },
      ],
    });
  });

  it('extra hours can be added on several days, are deleted one by one, and are added once when repeated', async () => {
    const mornings = { date: '2030-01-07', last_date: '2030-01-09', from: 9, to: 11, note: 'New' };
    const id = randomUUID();
    for (const status of [201, 201])
      expect((await openExtra({ id, ...mornings })).status).toBe(status);
    expect((await openExtra({ id, ...mornings, from: 8 })).status).toBe(409);
    const items = await list();
    expect(items.map((item: { starts_at: string }) => item.starts_at)).toEqual(
      ['07', '08', '09'].map((day) => `2030-01-${day}T07:00:00.000Z`),
    );
    await admin.asMentor('DELETE', `/api/availability_exceptions/${items[1].id}`);
    expect(await free('2030-01-08')).toEqual(tuesdaySlots);
    expect(await free('2030-01-09')).toHaveLength(8);
    // Past days are accepted next to a future one.
    const over = { date: '2030-01-01', last_date: '2030-01-02', from: 9, to: 11 };
    const answer = await openExtra(over);
    expect((await answer.json()).errors).toEqual([
      { field: 'date', message: 'That time has passed.' },
    ]);
    expect((await openExtra({ ...over, last_date: '2030-01-20' })).status).toBe(201);
  });
});

it('lists upcoming exceptions, or those of a month, in order', async () => {
  await api.db.insert(availabilityExceptions).values({
    kind: 'off',
    startsAt: new Date('2029-12-30T22:00:00Z'),
    endsAt: new Date('2030-01-01T22:00:00Z'),
  });
  await takeOff({ from: '2030-02-01', to: '2030-02-01' });
  await openExtra({ date: '2030-01-20', from: 8, to: 9 });
  const starts = async (search?: string) =>
    (await list(search)).map(({ starts_at }: { starts_at: string }) => starts_at.slice(0, 10));
  expect(await starts()).toEqual(['2030-01-20', '2030-01-31']);
  expect(await starts('?from=2029-12-01T00:00:00Z&to=2030-01-31T00:00:00Z')).toEqual([
    '2029-12-30',
    '2030-01-20',
  ]);
});

describe('a booking and a concurrent change of hours', () => {
  it('the first commit wins: time off lists every session that remains booked', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = sessionBody();
      const [booked, off] = await Promise.all([api.post('/api/bookings', body), takeOff(tuesday)]);
      const { sessions } = await off.json();
      expect(off.status).toBe(201);
      expect([201, 422]).toContain(booked.status);
      expect(sessions).toHaveLength(booked.status === 201 ? 1 : 0);
      await query(connectionString, 'truncate availability_exceptions, bookings');
    }
  });

  it('a booking waits for a change in progress and then sees it', async () => {
    const slot = new Date(tuesdaySlot);
    let booked: Promise<Response> | undefined;
    await api.db.transaction(async (transaction) => {
      await lockHours(transaction);
      booked = Promise.resolve(book());
      await expect.poll(countWaiting).toBe(1);
      await transaction.insert(availabilityExceptions).values({
        kind: 'off',
        startsAt: slot,
        endsAt: new Date(slot.getTime() + 60_000),
      });
    });
    expect((await booked)?.status).toBe(422);
  });

  const countWaiting = async () => {
    const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`;
    const [row] = await query(connectionString, waiting);
    return row.count;
  };
});
