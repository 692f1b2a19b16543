import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findBooking } from '#features/availability/server/queries/live-bookings.ts';
import { availabilityExceptions, bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlot,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { listWaitingReminders } from '#tests/support/reminders.ts';
import { openTestSite } from '#tests/support/site.ts';

const visitor = visitorWith();

/** 8:30 on Wednesday in the mentor's time zone, outside the opening hours. */
const earlyMorning = '2030-01-09T06:30:00.000Z';

const site = await openTestSite({
  siteUrl: 'https://booking.timevsprice.test',
  isLimited: true,
  now: openingMorning,
});
const { api, admin, clock, receiver, takeMails } = site;

const call = (method: string, path: string, body?: unknown) =>
  admin.call(method, `/api/bookings${path}`, body);
const read = async (id: string) => (await call('GET', `/${id}`)).body;
const book = async (changes: Record<string, unknown> = {}) => (await site.book(changes)).id;

/** Changes one property of a booking as the mentor who has just read it. */
async function change(id: string, what: string, body: object, version?: number) {
  const read = version ?? (await findBooking(api.db, id))?.version;
  return call('PUT', `/${id}/${what}`, { version: read, ...body });
}

/** Takes the only mail, which is to the visitor. The mentor gets none about their own change. */
async function takeVisitors(address = visitorAddress) {
  const mails = await takeMails();
  expect(mails.all).toHaveLength(1);
  return mails.only(address);
}

const listReminders = async () =>
  (await listWaitingReminders(api)).map(({ payload }) => payload.startsAt);

const available = async (): Promise<string[]> => {
  const response = await api.app.request('/api/availability?from=2030-01-08&to=2030-01-09');
  return (await response.json()).slots;
};

describe('a move by the mentor', () => {
  it('a move by the mentor is emailed to the client only, with the mentor’s message', async () => {
    const id = await book();
    const { uid } = readInvitation((await takeMails()).only(visitorAddress));
    const message = 'Sorry, the dentist.\nSee https://timevsprice.test for <b>why</b>.';
    const moved = await change(id, 'time', { booking_date: tuesdaySlots[3], message });
    expect(moved).toMatchObject({
      status: 200,
      body: { booking_date: tuesdaySlots[3], version: 2, message_to_visitor: message },
    });
    const mail = await takeVisitors();
    expect(readInvitation(mail)).toMatchObject({
      method: 'REQUEST',
      uid,
      sequence: 1,
      status: 'CONFIRMED',
      start: tuesdaySlots[3],
    });
    const { text, html, subject } = mail.mail;
    expect(subject).toMatch(/^Moved: 1-on-1 Session, /);
    for (const part of ['your mentor has moved your session', '21:00 SAST', 'Sorry, the dentist.'])
      expect(text).toContain(part);
    expect(text).toMatch(/\/booking\/[\w-]{43}/);
    expect(html).toContain('Sorry, the dentist.');
    expect(html).not.toContain('<b>why</b>');
    const token = /\/booking\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
    expect(await api.services.findManagedBooking(token)).toMatchObject({ message });
    expect(await listReminders()).toEqual([tuesdaySlots[3], tuesdaySlots[3]]);
    expect(await available()).toContain(tuesdaySlot);
    expect(await available()).not.toContain(tuesdaySlots[3]);
  });

  it('a move by the mentor may be to any time, ignores the client’s cut-off, and closes the slots it overlaps', async () => {
    const id = await book();
    clock.now = new Date('2030-01-08T15:59:00Z');
    const half = '2030-01-08T17:30:00.000Z';
    expect((await change(id, 'time', { booking_date: half })).status).toBe(200);
    expect(await read(id)).toMatchObject({ booking_date: half });
    expect(await available()).toEqual([tuesdaySlot, ...tuesdaySlots.slice(3)]);
    const rival = await api.post('/api/bookings', sessionBody({ booking_date: tuesdaySlots[2] }));
    expect(rival.status).toBe(409);
    expect((await change(id, 'time', { booking_date: earlyMorning })).status).toBe(200);
    expect(await available()).toEqual(tuesdaySlots);
  });

  it.each([
    ['2030-01-07T08:00:00Z', 'That time has passed. Choose another.'],
    ['2032-01-08T16:00:00Z', 'Choose a date within the next two years.'],
  ])('a move by the mentor to %s is refused', async (booking_date, message) => {
    const id = await book();
    const refused = await change(id, 'time', { booking_date });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ field: 'booking_date', message }]);
  });

  it('a move by the mentor is refused where another session is booked, with its client’s name', async () => {
    const id = await book();
    await book({ booking_date: tuesdaySlots[2], name: 'Thabo M', email: 'thabo@example.com' });
    await takeMails();
    for (const time of [tuesdaySlots[2], '2030-01-08T17:30:00Z', '2030-01-08T18:59:00Z']) {
      const refused = await change(id, 'time', { booking_date: time });
      expect(refused.status, time).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'slot-taken',
        errors: [
          {
            field: 'booking_date',
            message: expect.stringMatching(/^Thabo M already has a session/),
          },
        ],
      });
    }
    expect((await change(id, 'time', { booking_date: '2030-01-08T19:00:00Z' })).status).toBe(200);
    expect((await takeVisitors()).mail.subject).toContain('Moved');
  });

  it('a move by the mentor to the same time does nothing, and neither does a repeat', async () => {
    const id = await book();
    await takeMails();
    expect((await change(id, 'time', { booking_date: tuesdaySlot }, 77)).status).toBe(200);
    const body = { booking_date: tuesdaySlots[1], message: 'Once' };
    for (let round = 0; round < 2; round += 1)
      expect((await change(id, 'time', body, 1)).status).toBe(200);
    await takeVisitors();
    expect((await findBooking(api.db, id))?.calendarSequence).toBe(1);
  });

  it('clears the outcome of the session', async () => {
    const id = await book();
    clock.now = new Date('2030-01-08T18:00:00Z');
    expect((await change(id, 'outcome', { outcome: 'missed' })).body.outcome).toBe('missed');
    const moved = await change(id, 'time', { booking_date: earlyMorning });
    expect(moved.body).toMatchObject({ booking_date: earlyMorning, outcome: null });
  });
});

it('a change by the mentor does not count towards the client’s six changes a day', async () => {
  const id = await book();
  const slotOf = (round: number) => tuesdaySlots[1 + (round % 2)] ?? '';
  const move = (round: number) =>
    api.services.moveBooking({ id, startsAt: new Date(slotOf(round)) }, visitor);
  await move(1);
  for (let round = 2; round <= 6; round += 1) {
    expect((await change(id, 'time', { booking_date: slotOf(round) })).status).toBe(200);
  }
  for (let round = 7; round <= 11; round += 1) await move(round);
  await expect(move(12)).rejects.toMatchObject({ status: 429 });
});

describe('a cancellation by the mentor', () => {
  it('a cancellation by the mentor is emailed to the client only with the message, frees the slot and cancels the reminders', async () => {
    const id = await book();
    const { uid } = readInvitation((await takeMails()).only(visitorAddress));
    clock.now = new Date('2030-01-08T15:59:00Z');
    const message = 'I am so sorry: I have lost my voice.';
    const cancelled = await change(id, 'cancellation', { message });
    expect(cancelled.body).toMatchObject({ cancelled_at: '2030-01-08T15:59:00.000Z', version: 2 });
    const mail = await takeVisitors();
    expect(readInvitation(mail)).toMatchObject({
      method: 'CANCEL',
      uid,
      sequence: 1,
      status: 'CANCELLED',
    });
    const { text, subject } = mail.mail;
    expect(subject).toMatch(/^Cancelled: /);
    expect(text).toContain(message);
    expect(text).toContain('https://booking.timevsprice.test/mentorship');
    expect(text).not.toContain('/booking/');
    expect(await listReminders()).toEqual([]);
    expect(await available()).toContain(tuesdaySlot);
    expect((await change(id, 'cancellation', { message: 'Again' }, 1)).status).toBe(200);
    expect((await takeMails()).all).toEqual([]);
  });

  it('a cancellation by the mentor is refused after the session has started, and a cancelled session can’t be moved', async () => {
    const id = await book();
    clock.now = new Date(tuesdaySlot);
    const refused = await change(id, 'cancellation', {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'booking-closed' } });
    clock.now = openingMorning;
    await change(id, 'cancellation', {});
    const moved = await change(id, 'time', { booking_date: earlyMorning });
    expect(moved.body.detail).toBe('This session has been cancelled.');
  });
});

describe('a booking added by the mentor', () => {
  const body = (changes: object = {}) => ({
    id: randomUUID(),
    name: 'Thandi Rang',
    email: 'thandi@example.com',
    session_type: 'Intro Call',
    meeting_type: 'WhatsApp Video Call',
    booking_date: earlyMorning,
    mentor_note: 'Telephone 082 555 1234',
    ...changes,
  });
  const add = (sent: object) => call('POST', '/by-mentor', sent);

  it('a booking added by the mentor can be at any time, is confirmed with an invitation, and has reminders', async () => {
    const sent = body();
    expect(await add(sent)).toEqual({ status: 201, body: { id: sent.id } });
    expect(await read(sent.id)).toMatchObject({
      name: 'Thandi Rang',
      booking_date: earlyMorning,
      trading_knowledge: 'Beginner',
      is_booked_by_mentor: true,
      mentor_note: 'Telephone 082 555 1234',
      notes: '',
      time_zone: null,
      version: 1,
    });
    const mail = await takeVisitors('thandi@example.com');
    expect(readInvitation(mail)).toMatchObject({
      method: 'REQUEST',
      sequence: 0,
      start: earlyMorning,
      end: '2030-01-09T06:45:00.000Z',
      uid: `${sent.id}@booking.timevsprice.test`,
    });
    const { text, subject } = mail.mail;
    expect(subject).toContain('Booked: Intro Call, Wednesday, 9 January 2030 at 08:30');
    expect(text).toContain('your mentor has booked this session for you');
    expect(text).toMatch(/\/booking\/[\w-]{43}/);
    expect(text).not.toContain('082');
    expect(await listReminders()).toEqual([earlyMorning, earlyMorning]);
  });

  it('requires only a phone number, and sends no email without an address', async () => {
    const sent = body({ email: '', phone: '082 555 1234' });
    expect((await add(sent)).status).toBe(201);
    const { manage_path, ...booking } = await read(sent.id);
    expect(booking).toMatchObject({ email: null, phone: '+27825551234' });
    expect(await listReminders()).toEqual([]);
    await change(sent.id, 'time', { booking_date: tuesdaySlot, message: 'Hello' });
    await change(sent.id, 'cancellation', {});
    expect((await takeMails()).all).toEqual([]);
    const token = manage_path.split('/').at(-1);
    expect(await api.services.findManagedBooking(token)).toMatchObject({
      state: 'cancelled',
      isMailed: false,
      reminders: null,
    });
    const { items } = (await call('GET', `/${sent.id}/history`)).body;
    const changes = items.map(({ change }: { change: { to: string | null } | null }) => change?.to);
    // The three entries have the same time, so their order is arbitrary.
    expect(new Set(changes)).toEqual(new Set([null, tuesdaySlot, undefined]));
  });

  it('a booking added by the mentor is stored once when sent twice, refuses other content under its id, and does not return after a deletion', async () => {
    const sent = body();
    const answers = await Promise.all([add(sent), add(sent), add(sent)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await takeVisitors('thandi@example.com');
    for (const other of [{ name: 'Somebody Else' }, { booking_date: tuesdaySlot }])
      expect((await add({ ...sent, ...other })).body.code).toBe('id-reused');
    expect(await api.db.$count(bookings)).toBe(1);
    await api.services.deleteBooking({ id: sent.id });
    expect((await add(sent)).status).toBe(201);
    expect((await call('GET', '')).body.items).toEqual([]);
  });

  it('a booking added by the mentor is refused at a taken or past time, and for a session type that is not offered', async () => {
    await book();
    const taken = await add(body({ booking_date: '2030-01-08T15:50:00Z' }));
    expect(taken).toMatchObject({ status: 409, body: { code: 'slot-taken' } });
    for (const [field, value] of [
      ['booking_date', '2030-01-07T07:59:00Z'],
      ['session_type', 'Free lunch'],
      ['email', 'thandi@'],
      ['phone', '12345'],
    ] as const) {
      const refused = await add(body({ [field]: value }));
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual([expect.objectContaining({ field })]);
    }
    expect((await add(body({ booking_date: '2030-01-08T15:45:00Z' }))).status).toBe(201);
  });
});

describe('what the mentor records about a booking', () => {
  it('what the mentor records about a booking can be paid, with a reference that may be added later, or unpaid again, and sends no mail', async () => {
    const id = await book();
    await takeMails();
    const paid = await change(id, 'payment', { is_paid: true });
    expect(paid.body).toMatchObject({
      paid_at: openingMorning.toISOString(),
      payment_reference: null,
    });
    clock.now = new Date('2030-01-07T09:00:00Z');
    const referred = await change(id, 'payment', { is_paid: true, payment_reference: ' EFT 12 ' });
    expect(referred.body).toMatchObject({
      paid_at: openingMorning.toISOString(),
      payment_reference: 'EFT 12',
      version: 3,
    });
    const unpaid = await change(id, 'payment', { is_paid: false, payment_reference: 'EFT 12' });
    expect(unpaid.body).toMatchObject({ paid_at: null, payment_reference: null });
    expect((await takeMails()).all).toEqual([]);
    expect((await findBooking(api.db, id))?.calendarSequence).toBe(0);
  });

  it('what the mentor records about a booking can be done or missed after it has started, or neither', async () => {
    const id = await book();
    const early = await change(id, 'outcome', { outcome: 'done' });
    expect(early).toMatchObject({ status: 409, body: { code: 'booking-closed' } });
    expect(early.body.detail).toBe('This session hasn’t started yet.');
    clock.now = new Date(tuesdaySlot);
    for (const outcome of ['done', 'missed', null])
      expect((await change(id, 'outcome', { outcome })).body.outcome).toBe(outcome);
    expect((await change(id, 'outcome', { outcome: 'eaten' })).status).toBe(422);
    expect((await change(id, 'outcome', {})).status).toBe(422);
  });

  it('includes a private note that no client sees', async () => {
    const id = await book();
    const { all: before } = await takeMails();
    const mentor_note = 'Brings his wife.\nTwo screens.';
    expect((await change(id, 'note', { mentor_note })).body.mentor_note).toBe(mentor_note);
    await change(id, 'time', { booking_date: tuesdaySlots[1] });
    for (const { raw } of [...before, await takeVisitors()])
      expect(raw).not.toContain('Two screens');
    expect((await change(id, 'note', { mentor_note: ' ' })).body.mentor_note).toBeNull();
  });

  it('what the mentor records about a booking is part of the export', async () => {
    const id = await book();
    await change(id, 'payment', { is_paid: true, payment_reference: '=EFT 12' });
    await change(id, 'note', { mentor_note: 'Tall' });
    const response = await admin.asMentor('GET', '/api/bookings/export');
    const [head, line] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toContain(
      '"Cancelled (UTC)";"How to join";"Paid (UTC)";"Payment reference";"Outcome";"Your note";"Booked by";"Reminders refused (UTC)";',
    );
    expect(head).toMatch(
      /"Privacy text \(version\)";"Agreed to";"First page".*"UTM campaign";"Minutes";"Price";"Phone";"Held until \(UTC\)";"Test money"$/,
    );
    expect(line).toMatch(
      /"";"";"2030-01-07T08:00:00.000Z";"'=EFT 12";"";"Tall";"visitor";"";"";"";"";"";"";"";"";"60";"R1000";"";"";"no"$/,
    );
  });
});

describe('the way to join a session', () => {
  const join_details = 'https://zoom.example/j/123';

  it('the way to join a session is emailed to the client before the session, as a newer version of the invitation', async () => {
    const id = await book();
    const { uid } = readInvitation((await takeMails()).only(visitorAddress));
    const saved = await change(id, 'join-details', { join_details });
    expect(saved.body).toMatchObject({ join_details, version: 2 });
    const mail = await takeVisitors();
    expect(readInvitation(mail)).toMatchObject({
      method: 'REQUEST',
      uid,
      sequence: 1,
      start: tuesdaySlot,
    });
    expect(mail.mail.subject).toMatch(/^Updated: /);
    expect((await change(id, 'join-details', { join_details })).body.version).toBe(2);
    expect((await takeMails()).all).toEqual([]);
    expect(await listReminders()).toHaveLength(2);
  });

  it('the way to join a session keeps the message of an unsent mail that it replaces, but not of a sent one', async () => {
    const id = await book();
    await takeMails();
    receiver.behave('refuse');
    const message = 'My fault entirely.';
    await change(id, 'time', { booking_date: tuesdaySlots[1], message });
    await change(id, 'join-details', { join_details });
    receiver.behave('accept');
    const mails = (await takeMails()).to(visitorAddress);
    const updates = mails.filter(({ mail }) => mail.subject?.startsWith('Updated:'));
    expect(updates.map(({ mail }) => mail.text)).toEqual([expect.stringContaining(message)]);
    await change(id, 'join-details', { join_details: '082 555 1234' });
    expect((await takeVisitors()).mail.text).not.toContain(message);
  });
});

describe('a booking that was changed on another device', () => {
  it('a booking that was changed on another device is not overwritten, and the answer has its current state', async () => {
    const id = await book();
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[4] ?? '') }, visitor);
    await takeMails();
    for (const [what, body] of [
      ['time', { booking_date: tuesdaySlots[1] }],
      ['cancellation', {}],
      ['payment', { is_paid: true }],
      ['note', { mentor_note: 'New' }],
      ['join-details', { join_details: '082' }],
    ] as const) {
      const refused = await change(id, what, body, 1);
      expect(refused.status, what).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'edited-elsewhere',
        current: { id, version: 2, booking_date: tuesdaySlots[4] },
      });
    }
    expect((await takeMails()).all).toEqual([]);
    expect((await change(id, 'note', { mentor_note: 'New' }, 2)).body.version).toBe(3);
  });

  it('a booking that was changed on another device is not found if it was deleted', async () => {
    const id = await book();
    await api.db.update(bookings).set({ deletedAt: openingMorning });
    for (const path of [`/${id}`, `/${id}/history`])
      expect((await call('GET', path)).status).toBe(404);
    for (const what of ['note', 'cancellation', 'payment'])
      expect((await change(id, what, { is_paid: true }, 1)).status).toBe(404);
  });
});

describe('the check of a time', () => {
  const look = async (booking_date: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ booking_date, session_type: '1-on-1 Session', ...more });
    return (await call('GET', `/placement?${query}`)).body;
  };

  it('the check of a time says whether the time is within the hours, and who has booked it', async () => {
    expect(await look(tuesdaySlot)).toEqual({
      is_within_hours: true,
      is_closed: false,
      other: null,
      client_time_zone: null,
    });
    const id = await book();
    expect(await look('2030-01-08T15:30:00Z')).toMatchObject({
      is_within_hours: false,
      is_closed: false,
      other: { name: 'Jane Doe', booking_date: tuesdaySlot },
    });
    expect(await look('2030-01-08T15:30:00Z', { booking: id })).toMatchObject({ other: null });
    const [off, extra] = [tuesdaySlots[3] ?? '', earlyMorning].map((at) => new Date(at));
    const spanOf = (at = openingMorning) => ({ startsAt: at, endsAt: new Date(+at + 3_600_000) });
    await api.db.insert(availabilityExceptions).values([
      { ...spanOf(off), kind: 'off' },
      { ...spanOf(extra), kind: 'extra' },
    ]);
    expect(await look('2030-01-08T18:30:00Z')).toMatchObject({ is_closed: true, other: null });
    expect(await look(earlyMorning)).toMatchObject({ is_within_hours: true, is_closed: false });
  });

  it('the check of a time includes the client’s zone, from this booking or their latest one', async () => {
    const zoneOf = async (more: Record<string, string>) =>
      (await look(earlyMorning, more)).client_time_zone;
    const id = await book({ time_zone: 'Asia/Tokyo' });
    await book({ booking_date: tuesdaySlots[2], time_zone: 'Europe/Rome' });
    await book({ booking_date: tuesdaySlots[4], time_zone: undefined });
    expect(await zoneOf({ booking: id })).toBe('Asia/Tokyo');
    expect(await zoneOf({ email: 'JANE@example.com' })).toBe('Europe/Rome');
    expect(await zoneOf({ email: 'somebody@example.com' })).toBeNull();
  });
});

describe('a client’s history', () => {
  const historyOf = async (id: string, query = '') =>
    (await call('GET', `/${id}/history${query}`)).body;

  it('lists the other sessions and messages of the same email, newest first, page by page', async () => {
    const email = 'Jane@Example.com';
    const [early, late] = [await book({ email }), await book({ booking_date: tuesdaySlots[2] })];
    const session = { booking_date: tuesdaySlots[4], email: 'other@example.com' };
    await book(session);
    const deleted = await book({ booking_date: tuesdaySlots[5] });
    await api.db.update(bookings).set({ deletedAt: openingMorning }).where(sql`id = ${deleted}`);
    const day = (date: number) => new Date(`2030-01-0${date}T10:00:00Z`);
    await api.db.insert(leads).values([
      ...[1, 3].map((date) => ({
        name: 'Jane',
        email: 'JANE@example.com',
        createdAt: day(date),
        source: 'Contact Form Submission',
        message: `On ${date}`,
        note: 'Called',
      })),
      { name: 'Gone', email, source: 'Course', createdAt: day(2), deletedAt: openingMorning },
      { name: 'Other', email: 'jane@example.co', source: 'Course', createdAt: day(2) },
    ]);
    await change(early, 'payment', { is_paid: true });

    const first = await historyOf(late, '?limit=2');
    expect(first.items).toEqual([
      {
        kind: 'session',
        id: early,
        at: tuesdaySlot,
        title: '1-on-1 Session',
        paid_at: openingMorning.toISOString(),
        is_test: false,
        cancelled_at: null,
        outcome: null,
        note: null,
        message: null,
        state: null,
        booking_id: early,
        change: null,
      },
      {
        kind: 'lead',
        id: expect.any(String),
        at: day(3).toISOString(),
        title: 'Contact Form Submission',
        message: 'On 3',
        note: 'Called',
        state: 'new',
        paid_at: null,
        is_test: false,
        cancelled_at: null,
        outcome: null,
        booking_id: null,
        change: null,
      },
    ]);
    const cursor = encodeURIComponent(first.next_cursor);
    const second = await historyOf(late, `?limit=2&cursor=${cursor}`);
    // The database dates these rows with the real time.
    expect(second).toMatchObject({ items: [{ message: 'On 1' }, { kind: 'booked', id: late }] });
    expect(second.next_cursor).toBeNull();
    expect((await call('GET', `/${randomUUID()}/history`)).status).toBe(404);
  });

  it('shows who moved or cancelled each session, when and why', async () => {
    const [own, other] = [await book(), await book({ booking_date: tuesdaySlots[4] })];
    await api.services.moveBooking({ id: own, startsAt: new Date(tuesdaySlots[1] ?? '') }, visitor);
    clock.now = new Date('2030-01-07T09:00:00Z');
    const body = { booking_date: tuesdaySlots[2], message: 'The dentist' };
    for (let round = 0; round < 2; round += 1) await change(own, 'time', body);
    clock.now = new Date('2030-01-07T10:00:00Z');
    await api.services.cancelBooking({ id: own }, visitor);
    clock.now = new Date('2030-01-07T11:00:00Z');
    await change(other, 'cancellation', { message: 'So sorry' });

    const { items } = await historyOf(own);
    const changes = items.filter(({ kind }: { kind: string }) => kind === 'change');
    const at = (clock: string) => `2030-01-07T${clock}:00.000Z`;
    const [s0, s1, s2, , s4] = tuesdaySlots;
    expect(changes).toMatchObject([
      { booking_id: other, at: at('11:00'), change: { by: 'mentor', from: s4, to: null } },
      { booking_id: own, at: at('10:00'), change: { by: 'client', from: s2, to: null } },
      { booking_id: own, at: at('09:00'), change: { by: 'mentor', from: s1, to: s2 } },
      { booking_id: own, at: at('08:00'), change: { by: 'client', from: s0, to: s1 } },
    ]);
    const reasons = changes.map(({ change: { reason } }: { change: { reason: string } }) => reason);
    expect(reasons).toEqual(['So sorry', null, 'The dentist', null]);
  });
});
