import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { listPackages } from '#features/customers/server/index.ts';
import { openingMorning, tuesdaySlots, visitorAddress } from '#tests/support/booking-bodies.ts';
import { bookOf, buyPackage, caller, packageTitle, sellPackage } from '#tests/support/packages.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
const begin = new Date(+openingMorning + 37_265);
const site = await openPaymentSite({ now: begin });
const { api, admin, clock, takeMails } = site;
const minuteMs = 60_000;
const title = packageTitle;

const sell = (changes = {}) => sellPackage(admin, changes);
const buy = () => buyPackage(site);
type Bought = Awaited<ReturnType<typeof buy>>;
const book = (bought: Bought, at: string | undefined, id?: string) => bookOf(api, bought, at, id);

const readUse = async () => {
  const [one] = await listPackages(api.db, undefined);
  return one && [one.granted, one.used];
};

/** Lets the jobs of orders run at an instant, and returns the emails to the client. */
async function mailsAt(at: Date | string) {
  clock.now = new Date(at);
  await api.services.jobHandlers.keepOrders();
  return (await takeMails()).to(visitorAddress).map(({ mail }) => mail);
}

const isClosed = { code: 'package-closed' };

it('a paid package has its sessions until the end, and the first is booked', async () => {
  await sell();
  const { found } = await buy();
  expect(found).toMatchObject({
    ...{ sessionType: title, sessionTypeId: 'full-mentorship-package', granted: 4, used: 1 },
    endsAt: new Date('2030-08-07T22:00:00.000Z'),
  });
});

it('its other sessions are booked without a payment, and one more is refused', async () => {
  await sell({ sessions: 3 });
  const bought = await buy();
  await takeMails();
  const [, second, third, fourth] = tuesdaySlots;
  const id = randomUUID();
  await book(bought, second, id);
  await book(bought, second, id);
  const mails = (await takeMails()).all.map(({ mail }) => mail.subject);
  expect(mails).toHaveLength(2);
  expect(mails.join('|')).toContain('Full Mentorship Package');
  expect(await admin.read(`/api/bookings/${id}`)).toMatchObject({
    held_until: null,
    session_price: null,
  });
  await expect(book(bought, second)).rejects.toMatchObject({ code: 'slot-taken' });
  await book(bought, third);
  expect(await readUse()).toEqual([3, 3]);
  await expect(book(bought, fourth)).rejects.toMatchObject(isClosed);
});

it('twenty parallel bookings of the last session, in two processes, make one', async () => {
  await sell({ sessions: 2 });
  const bought = await buy();
  const other = await site.startAnother({ connectionString: site.connectionString });
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      bookOf(index % 2 === 0 ? api : other, bought, tuesdaySlots[1 + (index % 5)]),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readUse()).toEqual([2, 2]);
});

it('the database refuses one more, whatever the code does', async () => {
  await sell({ sessions: 2 });
  const bought = await buy();
  await book(bought, tuesdaySlots[1]);
  const copy = `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes, entitlement_id)
    select name, email, session_type, booking_date + interval '7 days', meeting_type, trading_knowledge, notes, entitlement_id from bookings where id = $1`;
  await expect(api.pool.query(copy, [bought.first])).rejects.toThrow('no session left');
  await expect(api.pool.query('update entitlements set granted = 1')).rejects.toThrow('are booked');
});

it('a session that is cancelled in time goes back, and can be booked again', async () => {
  await sell({ sessions: 2 });
  const bought = await buy();
  await api.services.cancelBooking({ id: bought.first }, caller);
  expect(await readUse()).toEqual([2, 0]);
  await book(bought, tuesdaySlots[2]);
  await book(bought, tuesdaySlots[3]);
  expect(await readUse()).toEqual([2, 2]);
});

it('old bookings that are deleted for good leave their sessions spent', async () => {
  await sell({ sessions: 2 });
  await buy();
  await api.pool.query('delete from bookings');
  expect(await readUse()).toEqual([2, 1]);
});

it('can be booked until its last moment', async () => {
  await sell();
  const bought = await buy();
  clock.now = new Date(+(bought.found.endsAt ?? 0));
  await expect(book(bought, tuesdaySlots[1])).rejects.toMatchObject(isClosed);
});

it('is refused if it ends while the booking waits for its turn', async () => {
  await sell();
  const bought = await buy();
  const end = +(bought.found.endsAt ?? 0);
  clock.now = new Date(end - 1);
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('select 1 from entitlements for update');
  const booking = expect(book(bought, tuesdaySlots[1])).rejects.toMatchObject(isClosed);
  const waiting = `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await client.query(waiting)).rows[0].count).toBe(1);
  clock.now = new Date(end);
  await client.query('commit');
  client.release();
  await booking;
});

it('is kept as it was bought when its type is renamed or deleted', async () => {
  await sell();
  const bought = await buy();
  const { version } = await admin.read('/api/settings/offers');
  const mentorshipOptions = defaults.offers.mentorshipOptions.filter(
    (type) => type.title !== title,
  );
  const value = { ...defaults.offers, mentorshipOptions };
  expect((await admin.call('PUT', '/api/settings/offers', { version, value })).status).toBe(200);
  const id = randomUUID();
  await book(bought, tuesdaySlots[1], id);
  expect(await admin.read(`/api/bookings/${id}`)).toMatchObject({ session_type: title });
});

it('emails how many sessions are left after each one, and before and at the end', async () => {
  await sell({ sessions: 3 });
  const bought = await buy();
  await takeMails();
  const [first = '', second = ''] = tuesdaySlots;
  expect(await mailsAt(new Date(+new Date(first) + 59 * minuteMs))).toEqual([]);
  const [after] = await mailsAt(new Date(+new Date(first) + 61 * minuteMs));
  expect(after).toMatchObject({ subject: 'Your next session' });
  expect(after?.text).toContain(
    '2 of 3 sessions of the package are left, to book until 7 August 2030.',
  );
  expect(after?.text).toContain(`/sessions/${bought.found.id}`);
  expect(await mailsAt(new Date(+new Date(first) + 62 * minuteMs))).toEqual([]);
  clock.now = begin;
  await book(bought, second);
  await takeMails();
  expect(await mailsAt('2030-07-08T21:59:37.265Z')).toEqual([]);
  const [soon] = await mailsAt('2030-07-08T22:00:37.265Z');
  expect(soon).toMatchObject({ subject: 'Your sessions end soon' });
  expect(soon?.text).toContain(
    '1 of 3 sessions of the package is left, to book until 7 August 2030.',
  );
  expect(await mailsAt('2030-08-07T21:59:37.265Z')).toEqual([]);
  const [ended] = await mailsAt('2030-08-07T22:00:37.265Z');
  expect(ended).toMatchObject({ subject: 'Your sessions have ended' });
  expect(ended?.text).toContain('until 7 August 2030. 1 of 3 was not booked.');
  expect(await mailsAt('2030-08-08T22:00:37.265Z')).toEqual([]);
});

it('emails nothing once all sessions are booked', async () => {
  await sell({ sessions: 2 });
  const bought = await buy();
  await book(bought, tuesdaySlots[1]);
  await takeMails();
  expect(await mailsAt(new Date(+new Date(tuesdaySlots[0] ?? '') + 61 * minuteMs))).toEqual([]);
  expect(await mailsAt('2030-07-08T22:00:37.265Z')).toEqual([]);
  expect(await mailsAt('2030-08-07T22:00:37.265Z')).toEqual([]);
});

it('the other sessions are of the type that the mentor chose', async () => {
  await sell({ sessions: 2, sessionsOf: '1-on-1-session' });
  const bought = await buy();
  const id = randomUUID();
  await book(bought, tuesdaySlots[1], id);
  expect(await admin.read(`/api/bookings/${id}`)).toMatchObject({ session_type: '1-on-1 Session' });
});
