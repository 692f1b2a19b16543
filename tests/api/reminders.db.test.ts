import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailDeliveries } from '#server/db/schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import type { TestApi } from '#tests/support/api.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import {
  countRunningReminders,
  listWaitingReminders,
  makeRemindersDue,
  openReminderSites,
} from '#tests/support/reminders.ts';
import type { SmtpReceiver } from '#tests/support/smtp-receiver.ts';

const visitor = visitorWith();
const slotAt = (index: number) => new Date(tuesdaySlots[index] ?? '');

let sites: Awaited<ReturnType<typeof openReminderSites>>;
let receiver: SmtpReceiver;
let start: typeof sites.start;
let now: Date;

beforeEach(async () => {
  now = openingMorning;
  sites = await openReminderSites({ now: () => now });
  ({ receiver, start } = sites);
});
afterEach(() => sites.close());

async function book(api: TestApi, changes: Record<string, unknown> = {}): Promise<string> {
  const body = sessionBody(changes);
  expect((await api.post('/api/bookings', body)).status).toBe(201);
  return body.id;
}

const waitingTimes = async (api: TestApi) => (await listWaitingReminders(api)).map(({ at }) => at);

/** Lets the time of every reminder come, on the clocks of the database and of the site. */
async function letTimeCome(api: TestApi, bookingTime: string): Promise<void> {
  now = new Date(bookingTime);
  await makeRemindersDue(api, now);
}

const untilOutboxIsEmpty = ({ db }: TestApi) =>
  expect.poll(() => db.$count(mailDeliveries, sql`status = 'queued'`)).toBe(0);
const reminders = () =>
  receiver.received.filter(({ mail }) => mail.subject?.startsWith('Reminder')).length;
const untilNoneRuns = (api: TestApi) => expect.poll(() => countRunningReminders(api)).toBe(0);

describe('reminders', () => {
  it('are made with the booking, 24 hours and 1 hour before, as far as those are to come', async () => {
    const api = await start();
    await book(api);
    expect(await waitingTimes(api)).toEqual([
      '2030-01-07T16:00:00.000Z',
      '2030-01-08T15:00:00.000Z',
    ]);
    now = new Date('2030-01-08T10:00:00Z');
    await book(api, { booking_date: tuesdaySlots[5] });
    expect(await waitingTimes(api)).toEqual([
      '2030-01-07T16:00:00.000Z',
      '2030-01-08T15:00:00.000Z',
      '2030-01-08T20:00:00.000Z',
    ]);
  });

  it('go out when their time comes: to the visitor, on both clocks, with the private link', async () => {
    const api = await start();
    await book(api);
    await untilOutboxIsEmpty(api);
    await letTimeCome(api, '2030-01-07T16:00:01Z');
    await expect.poll(reminders).toBe(1);
    const reminder = receiver.received.at(-1);
    expect(reminder?.envelope.to).toEqual(['jane@example.com']);
    expect(reminder?.mail.subject).toContain('11:00 AM, America/New York (GMT-5)');
    expect(reminder?.mail.text).toContain('18:00 SAST (Africa/Johannesburg)');
    expect(reminder?.mail.text).toMatch(/\/booking\/[\w-]{43}/);
    await letTimeCome(api, '2030-01-08T15:00:01Z');
    await expect.poll(reminders).toBe(2);
    await untilOutboxIsEmpty(api);
  });

  it('move with the booking, back too, and go with its cancellation and deletion', async () => {
    const api = await start();
    const id = await book(api);
    const first = await waitingTimes(api);
    await api.services.moveBooking({ id, startsAt: slotAt(3) }, visitor);
    expect(await waitingTimes(api)).toEqual([
      '2030-01-07T19:00:00.000Z',
      '2030-01-08T18:00:00.000Z',
    ]);
    await api.services.moveBooking({ id, startsAt: slotAt(0) }, visitor);
    expect(await waitingTimes(api)).toEqual(first);
    await api.services.cancelBooking({ id }, visitor);
    expect(await waitingTimes(api)).toEqual([]);
    const next = await book(api);
    expect(await waitingTimes(api)).toEqual(first);
    await api.services.deleteBooking({ id: next });
    expect(await waitingTimes(api)).toEqual([]);
  });

  it('stay as they were when the change does not happen', async () => {
    const api = await start();
    const id = await book(api);
    await book(api, { booking_date: tuesdaySlots[1] });
    const before = await waitingTimes(api);
    await expect(
      api.services.moveBooking({ id, startsAt: slotAt(1) }, visitor),
    ).rejects.toMatchObject({ code: 'slot-taken' });
    expect(await waitingTimes(api)).toEqual(before);
  });
});

describe('a reminder that comes up all the same', () => {
  const cases: [string, (api: TestApi, id: string) => Promise<unknown>][] = [
    ['cancelled', (api, id) => api.services.cancelBooking({ id }, visitor)],
    ['deleted', (api, id) => api.services.deleteBooking({ id })],
    [
      'refused by its visitor',
      (api, id) => api.services.changeReminders({ id, isRefused: true }, visitor),
    ],
    ['moved', (api, id) => api.services.moveBooking({ id, startsAt: slotAt(4) }, visitor)],
    ['removed by hand', (api, id) => api.pool.query('delete from bookings where id = $1', [id])],
  ];
  it.each(cases)('for a booking that was %s says nothing', async (_, change) => {
    const api = await start();
    const id = await book(api);
    const [waiting] = await listWaitingReminders(api);
    if (!waiting) throw new Error('No reminder');
    await change(api, id);
    now = new Date('2030-01-07T16:00:01Z');
    await api.services.jobHandlers.sendMail(waiting.payload);
    await untilOutboxIsEmpty(api);
    expect(reminders()).toBe(0);
  });

  it.each([
    ['24 hours before, when the next is due', 0, '2030-01-08T15:00:00Z'],
    ['1 hour before, when the session has begun', 1, '2030-01-08T16:00:00Z'],
  ])('%s, says nothing', async (_, index, bookingTime) => {
    const api = await start();
    await book(api);
    const payload = (await listWaitingReminders(api))[index]?.payload;
    if (!payload) throw new Error('No reminder');
    now = new Date(bookingTime);
    await api.services.jobHandlers.sendMail(payload);
    expect(reminders()).toBe(0);
  });
});

describe('each goes out at most once', () => {
  it('with two processes at work, and when both are given it at once', async () => {
    const [one, two] = [await start(), await start()];
    const ids = await Promise.all(tuesdaySlots.map((slot) => book(one, { booking_date: slot })));
    await untilOutboxIsEmpty(one);
    const waiting = await listWaitingReminders(one);
    await letTimeCome(one, '2030-01-07T21:00:01Z');
    const twice = [...waiting, ...waiting].filter(({ payload }) => payload.minutesBefore > 60);
    await Promise.allSettled(
      twice.map(({ payload }, index) =>
        (index % 2 ? one : two).services.jobHandlers.sendMail(payload),
      ),
    );
    await untilNoneRuns(one);
    await untilOutboxIsEmpty(one);
    expect(reminders()).toBe(ids.length);
  });
});
