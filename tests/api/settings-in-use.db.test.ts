import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { keepHours } from '#features/availability/server/queries/availability.ts';
import { mentorBooking } from '#features/booking/rules/mentor-booking.ts';
import type { Settings } from '#features/settings/rules/sections.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlot,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { readCalendar, readInvitation } from '#tests/support/invitations.ts';
import { listWaitingReminders } from '#tests/support/reminders.ts';
import { openTestSite } from '#tests/support/site.ts';

const zoom = 'https://zoom.example/j/123?pwd=abc';

const site = await openTestSite({ now: openingMorning });
const { api, admin, book, takeMails } = site;

/** Takes the only mail to the visitor since the last call. */
const takeVisitors = async () => (await takeMails()).only(visitorAddress);

/** Changes some fields of a section. */
async function change<Section extends keyof Settings>(
  section: Section,
  changes: Partial<Settings[Section]>,
): Promise<void> {
  const current = await admin.read(`/api/settings/${section}`);
  const body = { version: current.version, value: { ...current.value, ...changes } };
  const saved = await admin.asMentor('PUT', `/api/settings/${section}`, body);
  expect(saved.status).toBe(200);
}

describe('the rules of booking', () => {
  const slotsOn = async (day: string) => {
    const next = new Date(new Date(day).getTime() + 24 * 3_600_000).toISOString();
    const response = await api.app.request(`/api/availability?from=${day}T00:00:00Z&to=${next}`);
    return (await response.json()).slots;
  };

  it('the rules of booking follow the opening hours, and keep sessions that are already booked', async () => {
    const { id, token } = await book();
    await change('booking', { openingHours: { ...defaults.booking.openingHours, 2: [10] } });
    expect(await slotsOn('2030-01-08')).toEqual(['2030-01-08T08:00:00.000Z']);
    const refused = await api.post('/api/bookings', sessionBody({ booking_date: tuesdaySlots[1] }));
    expect(refused.status).toBe(422);
    expect(await api.services.findManagedBooking(token)).toMatchObject({
      startsAt: tuesdaySlot,
      state: 'changeable',
    });
    // A move to its own hour is still allowed and does nothing.
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlot) }, visitorWith());
  });

  it('the rules of booking follow the minimum notice', async () => {
    await change('booking', { leastNoticeHours: 34 });
    expect(await slotsOn('2030-01-08')).toEqual(tuesdaySlots.slice(2));
    const refused = await api.post('/api/bookings', sessionBody({ booking_date: tuesdaySlots[1] }));
    expect((await refused.json()).errors).toEqual([
      {
        field: 'booking_date',
        message: 'Choose a time at least 34 hours from now.',
      },
    ]);
    await book({ booking_date: tuesdaySlots[2] });
  });

  it('the rules of booking follow the start grid, gap, notice and span of a session type, also for moves', async () => {
    const [call, ...others] = defaults.offers.mentorshipOptions;
    const rules = { gridMinutes: 15, gapMinutes: 10, leastNoticeHours: 33, bookableDays: 2 };
    const mentorshipOptions = [{ ...call, ...rules }, ...others] as never;
    await change('offers', { mentorshipOptions });
    const offered = async () => {
      const query = 'from=2030-01-08&to=2030-01-10&session_type=Intro Call';
      const answer = await api.app.request(`/api/availability?${query}`);
      return (await answer.json()).slots.map((slot: string) => slot.slice(8, 16));
    };
    // The notice lasts until 17:00, and two days last until Wednesday morning.
    expect(await offered()).toHaveLength(5 * 4);
    const { id } = await book({
      session_type: 'Intro Call',
      booking_date: '2030-01-08T17:30:00Z',
    });
    expect((await offered()).slice(0, 3)).toEqual(['08T17:00', '08T18:00', '08T18:15']);
    const tooClose = { session_type: 'Intro Call', booking_date: '2030-01-08T17:15:00Z' };
    expect((await api.post('/api/bookings', sessionBody(tooClose))).status).toBe(409);
    const move = (slot: string) =>
      api.services.moveBooking({ id, startsAt: new Date(slot) }, visitorWith());
    await expect(move('2030-01-08T18:05:00Z')).rejects.toMatchObject({ status: 422 });
    await expect(move('2030-01-08T16:45:00Z')).rejects.toMatchObject({ status: 422 });
    await move('2030-01-08T17:45:00Z');
    // The gap after the call extends into the next hour.
    expect((await offered()).slice(0, 3)).toEqual(['08T17:00', '08T17:15', '08T18:15']);
  });

  it('limit how late a client can change a session', async () => {
    const { id, token } = await book();
    await change('booking', { changeCutOffHours: 48 });
    expect((await api.services.findManagedBooking(token))?.state).toBe('locked');
    await expect(api.services.cancelBooking({ id }, visitorWith())).rejects.toMatchObject({
      code: 'booking-closed',
    });
  });

  it('offer each session type with its name and length', async () => {
    const [option] = defaults.offers.mentorshipOptions;
    await change('offers', {
      mentorshipOptions: [{ ...option, title: 'Chart review', minutes: 90 } as never],
    });
    const refused = await api.post('/api/bookings', sessionBody());
    expect((await refused.json()).errors[0].field).toBe('session_type');
    const { token } = await book({ session_type: 'Chart review' });
    expect((await api.services.findManagedBooking(token))?.rules.minutes).toBe(90);
    expect(readInvitation(await takeVisitors()).end).toBe('2030-01-08T17:30:00.000Z');
  });
});

describe('reminders', () => {
  const waitingTimes = async () => (await listWaitingReminders(api)).map(({ at }) => at);

  it('reminders follow the settings for upcoming sessions, but not for cancelled ones', async () => {
    await book();
    const { id } = await book({ booking_date: tuesdaySlots[5] });
    await api.services.cancelBooking({ id }, visitorWith());
    const before = ['2030-01-07T16:00:00.000Z', '2030-01-08T15:00:00.000Z'];
    expect(await waitingTimes()).toEqual(before);
    await change('booking', { reminderMinutes: [120, 60] });
    expect(await waitingTimes()).toEqual(['2030-01-08T14:00:00.000Z', '2030-01-08T15:00:00.000Z']);
    await change('booking', { reminderMinutes: [] });
    expect(await waitingTimes()).toEqual([]);
    await change('booking', { reminderMinutes: [1_440, 60] });
    expect(await waitingTimes()).toEqual(before);
  });

  /** Returns how many connections wait for a lock: an advisory one or a row. */
  const countWaiting = async (lock: 'advisory' | 'transactionid') => {
    const { rows } = await api.pool.query(
      `select count(*)::int as count from pg_locks where locktype = $1 and not granted`,
      [lock],
    );
    return rows[0].count;
  };

  it('reminders and a client who moves the session do not wait for each other', async () => {
    const { id } = await book();
    const [, slot = ''] = tuesdaySlots;
    let both: Promise<unknown> | undefined;
    await api.db.transaction(async (transaction) => {
      await keepHours(transaction);
      const saved = change('booking', { reminderMinutes: [30] });
      await expect.poll(() => countWaiting('advisory')).toBe(1);
      const moved = api.services.moveBooking({ id, startsAt: new Date(slot) }, visitorWith());
      both = Promise.all([saved, moved]);
      await expect.poll(() => countWaiting('advisory')).toBe(2);
    });
    await both;
    expect(await waitingTimes()).toEqual(['2030-01-08T16:30:00.000Z']);
  });

  const additions = {
    async 'the mentor books'() {
      const body = sessionBody({ booking_date: tuesdaySlots[1] });
      await api.services.bookByMentor(mentorBooking.parse(body));
    },
    async 'is restored from the trash'() {
      const [id = ''] = trashed;
      await api.services.trash.restoreEntry({ kind: 'bookings', id });
    },
  };
  let trashed: string[];

  it.each(Object.entries(additions))(
    'reminders also change for a session that %s in the meantime',
    async (_, add) => {
      const { id } = await book();
      const deleted = await book({ booking_date: tuesdaySlots[1] });
      await api.services.deleteBooking(deleted);
      trashed = [deleted.id];
      let both: Promise<unknown> | undefined;
      await api.db.transaction(async (transaction) => {
        await transaction.execute(sql`select from bookings where id = ${id} for update`);
        const saved = change('booking', { reminderMinutes: [30] });
        // The save has read the upcoming sessions and waits for the locked one.
        await expect.poll(() => countWaiting('transactionid')).toBe(1);
        both = Promise.all([saved, add()]);
        await expect.poll(() => countWaiting('advisory')).toBe(1);
      });
      await both;
      expect(await waitingTimes()).toEqual([
        '2030-01-08T15:30:00.000Z',
        '2030-01-08T16:30:00.000Z',
      ]);
    },
  );

  it('reminders do not change if the save is refused', async () => {
    await book();
    const before = await waitingTimes();
    const late = { version: 7, value: { ...defaults.booking, reminderMinutes: [30] } };
    expect((await admin.asMentor('PUT', '/api/settings/booking', late)).status).toBe(409);
    expect(await waitingTimes()).toEqual(before);
  });
});

describe('the meeting link', () => {
  beforeEach(() => change('booking', { joining: { ...defaults.booking.joining, Zoom: zoom } }));

  it('the meeting link is in the confirmation, both invitations, the calendar file and the private page', async () => {
    const { token } = await book();
    const mails = await takeMails();
    for (const mail of [mails.only(visitorAddress), mails.only(mentorAddress)]) {
      expect(mail.mail.text).toContain(zoom);
      expect(mail.mail.html).toContain(`href="${zoom}"`);
      expect(readInvitation(mail)).toMatchObject({ location: zoom, url: zoom });
    }
    expect((await api.services.findManagedBooking(token))?.joinDetails).toBe(zoom);
    const file = await api.services.composeCalendarFile(token);
    expect(readCalendar(file ?? '')).toMatchObject({ location: zoom, url: zoom });
  });

  it('the meeting link is the booking’s own link or number if it has one', async () => {
    const { id, token } = await book();
    await takeMails();
    await api.db.update(bookings).set({ joinDetails: '+27 82 123 4567' });
    expect((await api.services.findManagedBooking(token))?.joinDetails).toBe('+27 82 123 4567');
    const startsAt = new Date(tuesdaySlots[1] ?? '');
    await api.services.moveBooking({ id, startsAt }, visitorWith());
    const visitor = await takeVisitors();
    expect(visitor.mail.text).toContain('+27 82 123 4567');
    expect(visitor.mail.text).not.toContain(zoom);
    expect(readInvitation(visitor)).toMatchObject({
      location: '+27 82 123 4567',
      url: expect.stringContaining(`/booking/${token}`),
    });
  });

  it('the meeting link is hidden for another meeting type and after a cancellation', async () => {
    await book({ meeting_type: 'Google Meet' });
    const visitor = await takeVisitors();
    expect(visitor.raw).not.toContain('zoom.example');
    expect(readInvitation(visitor).location).toBe('Google Meet');
    const { id, token } = await book({ booking_date: tuesdaySlots[1] });
    await takeMails();
    await api.services.cancelBooking({ id }, visitorWith());
    expect((await takeVisitors()).mail.text).not.toContain('zoom.example');
    expect((await api.services.findManagedBooking(token))?.joinDetails).toBeNull();
  });
});

describe('the texts of emails', () => {
  const words = {
    subject: '{site}: {session} on {time}',
    heading: 'See you soon',
    introduction: 'Dear {name}, we meet by {meeting}.\nBring your charts.',
    closing: 'Warmly,\nThandi',
  };

  it("the texts of emails are the mentor’s, with the booking's details in the placeholders", async () => {
    await change('texts', { mails: { ...defaults.texts.mails, confirmation: words } });
    await book();
    const { mail } = await takeVisitors();
    expect(mail.subject).toMatch(
      /^Time vs Price: 1-on-1 Session on Tuesday, 8 January 2030, 11:00/,
    );
    for (const part of ['See you soon', 'Dear Jane Doe, we meet by Zoom.', 'Warmly,']) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part);
    }
  });

  it('the texts of emails leave out a name that advertises something, and shorten a long one', async () => {
    await change('texts', { mails: { ...defaults.texts.mails, confirmation: words } });
    await book({ name: 'Win at https://evil.example' });
    const first = await takeVisitors();
    expect(first.mail.text).toContain('Dear, we meet by Zoom.');
    expect(first.raw).not.toContain('evil.example');
    await book({ name: 'x'.repeat(100), booking_date: tuesdaySlots[1] });
    const second = await takeVisitors();
    expect(second.mail.text).toContain(`Dear ${'x'.repeat(59)}…, we meet`);
  });

  it('the texts of emails are refused if they contain an unknown placeholder', async () => {
    const mails = { ...defaults.texts.mails, reminder: { ...words, closing: '{phone}' } };
    const value = { ...defaults.texts, mails };
    const refused = await admin.asMentor('PUT', '/api/settings/texts', { version: 0, value });
    expect(refused.status).toBe(422);
    expect((await refused.json()).errors).toEqual([
      {
        field: 'mails.reminder.closing',
        message: expect.stringContaining('{phone} is not a placeholder. You can use {name}'),
      },
    ]);
  });
});
