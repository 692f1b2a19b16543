import { describe, expect, it } from 'vitest';
import { visitorWith } from '#tests/support/accounts.ts';
import { openingMorning, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import {
  countRunningReminders,
  listWaitingReminders,
  makeRemindersDue,
} from '#tests/support/reminders.ts';
import { openTestSite, untilMailed } from '#tests/support/site.ts';

const visitor = visitorWith();
const slotAt = (index: number) => new Date(tuesdaySlots[index] ?? '');

const site = await openTestSite({ now: openingMorning });
const { api, clock, receiver, startAnother } = site;

const book = async (booking_date = tuesdaySlots[0]) => (await site.book({ booking_date })).id;

const waitingTimes = async () => (await listWaitingReminders(api)).map(({ at }) => at);

/** Moves the clocks of the database and the site to when reminders are due. */
async function passTo(instant: string): Promise<void> {
  clock.now = new Date(instant);
  await makeRemindersDue(api, clock.now);
}

const reminders = () =>
  receiver.received.filter(({ mail }) => mail.subject?.startsWith('Reminder')).length;

describe('reminders', () => {
  it('reminders are created with the booking, 24 hours and 1 hour before, if these times are in the future', async () => {
    await book();
    expect(await waitingTimes()).toEqual(['2030-01-07T16:00:00.000Z', '2030-01-08T15:00:00.000Z']);
    clock.now = new Date('2030-01-08T10:00:00Z');
    await book(tuesdaySlots[5]);
    expect(await waitingTimes()).toEqual([
      '2030-01-07T16:00:00.000Z',
      '2030-01-08T15:00:00.000Z',
      '2030-01-08T20:00:00.000Z',
    ]);
  });

  it('reminders are sent at their time to the visitor, in both time zones, with the private link', async () => {
    await book();
    await untilMailed(api);
    await passTo('2030-01-07T16:00:01Z');
    await expect.poll(reminders).toBe(1);
    const reminder = receiver.received.at(-1);
    expect(reminder?.envelope.to).toEqual(['jane@example.com']);
    expect(reminder?.mail.subject).toContain('11:00 AM, America/New York (GMT−5)');
    expect(reminder?.mail.text).toContain('18:00 SAST (Africa/Johannesburg)');
    expect(reminder?.mail.text).toMatch(/\/booking\/[\w-]{43}/);
    await passTo('2030-01-08T15:00:01Z');
    await expect.poll(reminders).toBe(2);
    await untilMailed(api);
  });

  it('move with the booking, also to an earlier time, and are removed when it is cancelled or deleted', async () => {
    const id = await book();
    const first = await waitingTimes();
    await api.services.moveBooking({ id, startsAt: slotAt(3) }, visitor);
    expect(await waitingTimes()).toEqual(['2030-01-07T19:00:00.000Z', '2030-01-08T18:00:00.000Z']);
    await api.services.moveBooking({ id, startsAt: slotAt(0) }, visitor);
    expect(await waitingTimes()).toEqual(first);
    await api.services.cancelBooking({ id }, visitor);
    expect(await waitingTimes()).toEqual([]);
    const next = await book();
    expect(await waitingTimes()).toEqual(first);
    await api.services.deleteBooking({ id: next });
    expect(await waitingTimes()).toEqual([]);
  });

  it('reminders stay unchanged when the move fails', async () => {
    const id = await book();
    await book(tuesdaySlots[1]);
    const before = await waitingTimes();
    await expect(
      api.services.moveBooking({ id, startsAt: slotAt(1) }, visitor),
    ).rejects.toMatchObject({ code: 'slot-taken' });
    expect(await waitingTimes()).toEqual(before);
  });
});

describe('a reminder job that runs although it should not', () => {
  const cases: [string, (id: string) => Promise<unknown>][] = [
    ['cancelled', (id) => api.services.cancelBooking({ id }, visitor)],
    ['deleted', (id) => api.services.deleteBooking({ id })],
    [
      'refused by its visitor',
      (id) => api.services.changeReminders({ id, isRefused: true }, visitor),
    ],
    ['moved', (id) => api.services.moveBooking({ id, startsAt: slotAt(4) }, visitor)],
    ['removed by hand', (id) => api.pool.query('delete from bookings where id = $1', [id])],
  ];
  it.each(cases)('sends nothing for a booking that was %s', async (_, change) => {
    const id = await book();
    const [waiting] = await listWaitingReminders(api);
    if (!waiting) throw new Error('No reminder');
    await change(id);
    clock.now = new Date('2030-01-07T16:00:01Z');
    await api.services.jobHandlers.sendMail(waiting.payload);
    await untilMailed(api);
    expect(reminders()).toBe(0);
  });

  it.each([
    ['24 hours before if the next one is already due', 0, '2030-01-08T15:00:00Z'],
    ['1 hour before if the session has begun', 1, '2030-01-08T16:00:00Z'],
  ])(
    'a reminder job that runs although it should not sends nothing %s',
    async (_, index, bookingTime) => {
      await book();
      const payload = (await listWaitingReminders(api))[index]?.payload;
      if (!payload) throw new Error('No reminder');
      clock.now = new Date(bookingTime);
      await api.services.jobHandlers.sendMail(payload);
      expect(reminders()).toBe(0);
    },
  );
});

describe('reminders with two processes', () => {
  it('reminders with two processes are sent once, even if both run the same job at the same time', async () => {
    const two = await startAnother();
    const ids = await Promise.all(tuesdaySlots.map((slot) => book(slot)));
    await untilMailed(api);
    const waiting = await listWaitingReminders(api);
    await passTo('2030-01-07T21:00:01Z');
    const twice = [...waiting, ...waiting].filter(({ payload }) => payload.minutesBefore > 60);
    await Promise.allSettled(
      twice.map(({ payload }, index) =>
        (index % 2 ? api : two).services.jobHandlers.sendMail(payload),
      ),
    );
    await expect.poll(() => countRunningReminders(api)).toBe(0);
    await untilMailed(api);
    expect(reminders()).toBe(ids.length);
  });
});
