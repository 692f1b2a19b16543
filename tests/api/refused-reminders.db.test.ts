import { describe, expect, it } from 'vitest';
import { mentorBooking } from '#features/booking/rules/mentor-booking.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import {
  countRunningReminders,
  listWaitingReminders,
  makeRemindersDue,
} from '#tests/support/reminders.ts';
import { openTestSite, untilMailed } from '#tests/support/site.ts';
import type { ReceivedMail } from '#tests/support/smtp-receiver.ts';

const visitor = visitorWith();
const siteUrl = 'https://booking.timevsprice.test';

const site = await openTestSite({ siteUrl, now: openingMorning });
const { api, clock, receiver, startAnother } = site;

async function book() {
  const { id, token, path } = await site.book();
  return { id, token, pageUrl: `${siteUrl}${path}#reminders` };
}

const isRefused = async (id: string) =>
  (await api.pool.query('select reminders_refused_at from bookings where id = $1', [id])).rows[0]
    .reminders_refused_at !== null;

const isReminder = ({ mail }: ReceivedMail) => mail.subject?.startsWith('Reminder') ?? false;
const reminders = () => receiver.received.filter(isReminder);

/** Moves the time forward and waits until all due jobs are done. */
async function passTo(instant: string): Promise<void> {
  clock.now = new Date(instant);
  await makeRemindersDue(api, clock.now);
  await expect.poll(() => countRunningReminders(api)).toBe(0);
  await untilMailed(api);
}
const dayBefore = '2030-01-07T16:00:01Z';
const hourBefore = '2030-01-08T15:00:01Z';

/** Sends the request of a mail provider, or of a mail program on the web. */
const press = (
  token: string,
  body: string | FormData = 'List-Unsubscribe=One-Click',
  headers: Record<string, string> = {},
  at = api,
) =>
  at.app.request(`/unsubscribe/${token}`, {
    method: 'POST',
    headers: {
      ...(typeof body === 'string' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    body,
  });

describe('the opt-out of reminders in mails', () => {
  it('the opt-out of reminders in mails is a link to the page of the booking, in the confirmation and in each reminder', async () => {
    const { pageUrl } = await book();
    await untilMailed(api);
    await passTo(dayBefore);
    const toVisitor = receiver.received.filter(({ raw }) => raw.includes('To: jane@example.com'));
    expect(toVisitor).toHaveLength(2);
    for (const { mail } of toVisitor) {
      expect(mail.text).toContain(`No more reminders for this session:\n${pageUrl}`);
      expect(mail.html).toContain(`href="${pageUrl}"`);
    }
  });

  it('the opt-out of reminders in mails is a header in reminders only, because other mails cannot be refused', async () => {
    const { id, token } = await book();
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[1] ?? '') }, visitor);
    await untilMailed(api);
    await passTo('2030-01-07T17:00:01Z');
    await api.services.cancelBooking({ id }, visitor);
    await untilMailed(api);
    const [reminder, ...more] = reminders();
    expect(more).toEqual([]);
    expect(reminder?.raw).toContain(`List-Unsubscribe: <${siteUrl}/unsubscribe/${token}>`);
    expect(reminder?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const others = receiver.received.filter((mail) => !isReminder(mail));
    expect(others.length).toBeGreaterThan(2);
    for (const { raw } of others) expect(raw).not.toContain('List-Unsubscribe');
  });

  it('the opt-out of reminders in mails is left out if no reminder is left to send', async () => {
    clock.now = new Date('2030-01-08T15:10:00Z');
    await api.services.bookByMentor(mentorBooking.parse(sessionBody()));
    await untilMailed(api);
    expect(receiver.received).toHaveLength(1);
    for (const { mail } of receiver.received) expect(mail.text).not.toContain('No more reminders');
  });
});

describe('one-click unsubscribe', () => {
  it('refuses the reminders from any site, in both form encodings, and can be repeated', async () => {
    const { id, token } = await book();
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const foreign = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const response of [
      await press(token),
      await press(token, form),
      await press(token, undefined, foreign),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await isRefused(id)).toBe(true);
    }
    await passTo(dayBefore);
    await passTo(hourBefore);
    expect(reminders()).toEqual([]);
  });

  it('ignores a GET, other content and another token', async () => {
    const { id, token } = await book();
    const look = await api.app.request(`/unsubscribe/${token}`);
    expect(look.status).toBe(303);
    expect(look.headers.get('location')).toBe(`/booking/${token}#reminders`);
    expect((await press(token, '')).status).toBe(400);
    expect((await press(token, 'List-Unsubscribe=Yes')).status).toBe(400);
    expect((await press(token, `List-Unsubscribe=${'x'.repeat(5_000)}`)).status).toBe(413);
    expect((await press('A'.repeat(43))).status).toBe(404);
    expect(await isRefused(id)).toBe(false);
    await passTo(dayBefore);
    expect(reminders()).toHaveLength(1);
  });

  it('remains in effect after a move, and after a deletion that is undone', async () => {
    const { id, token } = await book();
    await api.services.deleteBooking({ id });
    expect((await press(token)).status).toBe(200);
    await api.services.trash.restoreEntry({ kind: 'bookings', id });
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[1] ?? '') }, visitor);
    expect(await listWaitingReminders(api)).not.toEqual([]);
    await passTo('2030-01-07T17:00:01Z');
    await passTo('2030-01-08T16:00:01Z');
    expect(reminders()).toEqual([]);
  });

  it('succeeds for a session that has no more reminders', async () => {
    const { id, token } = await book();
    await api.services.cancelBooking({ id }, visitor);
    expect((await press(token)).status).toBe(200);
    await api.pool.query('delete from bookings where id = $1', [id]);
    expect((await press(token)).status).toBe(200);
  });

  it('one-click unsubscribe is limited by network address', async () => {
    const limited = await startAnother({ isLimited: true });
    const tries = Array.from({ length: 121 }, () => press('A'.repeat(43), undefined, {}, limited));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('a refusal of reminders', () => {
  it('a refusal of reminders can be withdrawn, which sends the reminders that are not yet due', async () => {
    const { id } = await book();
    await api.services.changeReminders({ id, isRefused: true }, visitor);
    await passTo(dayBefore);
    await api.services.changeReminders({ id, isRefused: false }, visitor);
    await passTo(dayBefore);
    expect(reminders()).toEqual([]);
    await passTo(hourBefore);
    expect(reminders()).toHaveLength(1);
  });

  it('applies in every process, and waits for a reminder that is being sent', async () => {
    const other = await startAnother();
    const { id, token } = await book();
    await untilMailed(api);
    receiver.behave('hold');
    const offered = receiver.offered();
    clock.now = new Date(dayBefore);
    await makeRemindersDue(api, clock.now);
    await expect.poll(receiver.offered).toBe(offered + 1);
    const pressed = press(token, undefined, {}, other);
    receiver.behave('accept');
    receiver.release();
    expect((await pressed).status).toBe(200);
    expect(reminders()).toHaveLength(1);
    await passTo(hourBefore);
    expect(reminders()).toHaveLength(1);
    expect(await isRefused(id)).toBe(true);
  });
});
