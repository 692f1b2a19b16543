import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mentorBooking } from '#domain/mentor-booking.ts';
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
import type { ReceivedMail, SmtpReceiver } from '#tests/support/smtp-receiver.ts';

const visitor = visitorWith();
const siteUrl = 'https://booking.timevsprice.test';

let sites: Awaited<ReturnType<typeof openReminderSites>>;
let receiver: SmtpReceiver;
let start: typeof sites.start;
let now: Date;

beforeEach(async () => {
  now = openingMorning;
  sites = await openReminderSites({ siteUrl, now: () => now });
  ({ receiver, start } = sites);
});
afterEach(() => sites.close());

async function book(api: TestApi) {
  const body = sessionBody();
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  const { manage_path }: { manage_path: string } = await response.json();
  const token = manage_path.split('/').at(-1) ?? '';
  return { id: body.id, token, pageUrl: `${siteUrl}${manage_path}#reminders` };
}

const isRefused = async ({ pool }: TestApi, id: string) =>
  (await pool.query('select reminders_refused_at from bookings where id = $1', [id])).rows[0]
    .reminders_refused_at !== null;

const isReminder = ({ mail }: ReceivedMail) => mail.subject?.startsWith('Reminder') ?? false;
const reminders = () => receiver.received.filter(isReminder);

const untilOutboxIsEmpty = ({ db }: TestApi) =>
  expect.poll(() => db.$count(mailDeliveries, sql`status = 'queued'`)).toBe(0);

/** Lets time pass until so long before the session, and all that is due be done. */
async function passTo(api: TestApi, instant: string): Promise<void> {
  now = new Date(instant);
  await makeRemindersDue(api, now);
  await expect.poll(() => countRunningReminders(api)).toBe(0);
  await untilOutboxIsEmpty(api);
}
const dayBefore = '2030-01-07T16:00:01Z';
const hourBefore = '2030-01-08T15:00:01Z';

/** What mail providers send, and browsers of mail programs on the web. */
const press = (
  api: TestApi,
  token: string,
  body: string | FormData = 'List-Unsubscribe=One-Click',
  headers: Record<string, string> = {},
) =>
  api.app.request(`/unsubscribe/${token}`, {
    method: 'POST',
    headers: {
      ...(typeof body === 'string' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    body,
  });

describe('what mails say of it', () => {
  it('is a link to the page of the booking, in the confirmation and in each reminder', async () => {
    const api = await start();
    const { pageUrl } = await book(api);
    await untilOutboxIsEmpty(api);
    await passTo(api, dayBefore);
    const toVisitor = receiver.received.filter(({ raw }) => raw.includes('To: jane@example.com'));
    expect(toVisitor).toHaveLength(2);
    for (const { mail } of toVisitor) {
      expect(mail.text).toContain(`No more reminders for this session:\n${pageUrl}`);
      expect(mail.html).toContain(`href="${pageUrl}"`);
    }
  });

  it('is told to mail programs in reminders alone: what was asked for cannot be refused', async () => {
    const api = await start();
    const { id, token } = await book(api);
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[1] ?? '') }, visitor);
    await untilOutboxIsEmpty(api);
    await passTo(api, '2030-01-07T17:00:01Z');
    await api.services.cancelBooking({ id }, visitor);
    await untilOutboxIsEmpty(api);
    const [reminder, ...more] = reminders();
    expect(more).toEqual([]);
    expect(reminder?.raw).toContain(`List-Unsubscribe: <${siteUrl}/unsubscribe/${token}>`);
    expect(reminder?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const others = receiver.received.filter((mail) => !isReminder(mail));
    expect(others.length).toBeGreaterThan(2);
    for (const { raw } of others) expect(raw).not.toContain('List-Unsubscribe');
  });

  it('is not said where no reminder is to come', async () => {
    const api = await start();
    now = new Date('2030-01-08T15:10:00Z');
    await api.services.bookForVisitor(mentorBooking.parse(sessionBody()));
    await untilOutboxIsEmpty(api);
    expect(receiver.received).toHaveLength(1);
    for (const { mail } of receiver.received) expect(mail.text).not.toContain('No more reminders');
  });
});

describe('one press in a mail program', () => {
  it('refuses the reminders, from any site, as either kind of form, as often as it comes', async () => {
    const api = await start();
    const { id, token } = await book(api);
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const foreign = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const response of [
      await press(api, token),
      await press(api, token, form),
      await press(api, token, undefined, foreign),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await isRefused(api, id)).toBe(true);
    }
    await passTo(api, dayBefore);
    await passTo(api, hourBefore);
    expect(reminders()).toEqual([]);
  });

  it('is no other request: looking, other words, another token', async () => {
    const api = await start();
    const { id, token } = await book(api);
    const look = await api.app.request(`/unsubscribe/${token}`);
    expect(look.status).toBe(303);
    expect(look.headers.get('location')).toBe(`/booking/${token}#reminders`);
    expect((await press(api, token, '')).status).toBe(400);
    expect((await press(api, token, 'List-Unsubscribe=Yes')).status).toBe(400);
    expect((await press(api, token, `List-Unsubscribe=${'x'.repeat(5_000)}`)).status).toBe(413);
    expect((await press(api, 'A'.repeat(43))).status).toBe(404);
    expect(await isRefused(api, id)).toBe(false);
    await passTo(api, dayBefore);
    expect(reminders()).toHaveLength(1);
  });

  it('holds through a move, and a deletion that is taken back', async () => {
    const api = await start();
    const { id, token } = await book(api);
    await api.services.deleteBooking({ id });
    expect((await press(api, token)).status).toBe(200);
    await api.services.trash.restoreEntry({ kind: 'bookings', id });
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[1] ?? '') }, visitor);
    expect(await listWaitingReminders(api)).not.toEqual([]);
    await passTo(api, '2030-01-07T17:00:01Z');
    await passTo(api, '2030-01-08T16:00:01Z');
    expect(reminders()).toEqual([]);
  });

  it('succeeds for a session that sends none any more', async () => {
    const api = await start();
    const { id, token } = await book(api);
    await api.services.cancelBooking({ id }, visitor);
    expect((await press(api, token)).status).toBe(200);
    await api.pool.query('delete from bookings where id = $1', [id]);
    expect((await press(api, token)).status).toBe(200);
  });

  it('is limited by network address', async () => {
    const api = await start({ isLimited: true });
    const tries = Array.from({ length: 121 }, () => press(api, 'A'.repeat(43)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('what was refused', () => {
  it('comes again once its visitor wants it, as far as it is still to come', async () => {
    const api = await start();
    const { id } = await book(api);
    await api.services.changeReminders({ id, isRefused: true }, visitor);
    await passTo(api, dayBefore);
    await api.services.changeReminders({ id, isRefused: false }, visitor);
    await passTo(api, dayBefore);
    expect(reminders()).toEqual([]);
    await passTo(api, hourBefore);
    expect(reminders()).toHaveLength(1);
  });

  it('is refused in every process, and waits for a reminder that is on its way', async () => {
    const one = await start({ isAlone: true });
    const two = await start({ isAlone: true });
    const { id, token } = await book(one);
    await untilOutboxIsEmpty(one);
    receiver.behave('hold');
    const offered = receiver.offered();
    now = new Date(dayBefore);
    await makeRemindersDue(one, now);
    await expect.poll(receiver.offered).toBe(offered + 1);
    const pressed = press(two, token);
    receiver.behave('accept');
    receiver.release();
    expect((await pressed).status).toBe(200);
    expect(reminders()).toHaveLength(1);
    await passTo(one, hourBefore);
    expect(reminders()).toHaveLength(1);
    expect(await isRefused(two, id)).toBe(true);
  });
});
