import { afterEach, describe, expect, it } from 'vitest';
import { mailJob } from '#platform/jobs/send-mail.ts';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlot,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';

sellSessionsToConfirm();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, paystack, takeMails } = site;
const { begin, follow, order, read, see, settled, untilState } = site;
const { jobHandlers } = api.services;
const { keepOrders } = jobHandlers;

const minute = 60_000;
const hours = 60;
const at = (minutes: number) => new Date(+openingMorning + minutes * minute);
const pass = (minutes: number) => {
  clock.now = at(minutes);
};
/** A week later, because no session is held after it has begun. */
const lateSlot = new Date(Date.parse(tuesdaySlot) + 7 * 24 * hours * minute);

afterEach(() => {
  payfast.moods.validate = 'answers';
  paystack.moods.verify = 'answers';
});

/** Books a session that is paid to confirm, and begins its payment. It is held for half an hour. */
async function hold(provider: 'payfast' | 'paystack' = 'payfast') {
  const body = sessionBody({ booking_date: lateSlot.toISOString() });
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  const { pay_path, manage_path }: Record<'pay_path' | 'manage_path', string> =
    await response.json();
  const placed = await follow(pay_path);
  await begin(placed.token, provider);
  await takeMails();
  return { ...placed, bookingId: body.id, manageToken: manage_path.split('/').at(-1) ?? '' };
}

type Held = Awaited<ReturnType<typeof hold>>;

const readBooking = ({ bookingId }: Held) => admin.read(`/api/bookings/${bookingId}`);
const listFree = () =>
  api.services.listFreeSlots({
    from: lateSlot,
    to: new Date(+lateSlot + minute),
    sessionType: '1-on-1 Session',
  });

/** Pays while PayFast answers 403 to every question, until the site has asked. */
async function payUnanswered(
  { reference }: { reference: string },
  options?: Parameters<typeof payfast.pay>[1],
) {
  payfast.moods.validate = 'is forbidden';
  await payfast.pay(reference, options).settled;
  await expect.poll(() => site.countAttempts(reference)).toBeGreaterThan(0);
}

const subjects = async () => (await takeMails()).all.map(({ mail }) => mail.subject);

describe('a session whose payment came in time and is not confirmed', () => {
  it('a session whose payment came in time and is not confirmed keeps its slot until PayFast confirms the payment', async () => {
    const held = await hold();
    pass(29);
    await payUnanswered(held);
    expect(await read(held.id)).toMatchObject({
      is_unconfirmed: true,
      expires_at: at(29 + 48 * hours).toISOString(),
    });
    expect((await admin.read('/api/orders/problems')).unconfirmed).toMatchObject([
      { order_reference: held.reference },
    ]);
    const { mail } = (await takeMails()).only(mentorAddress);
    expect(mail.subject).toBe(`Payment not confirmed yet: ${held.reference}`);
    expect(mail.text).toContain('Kept until: Wednesday, 9 January 2030');

    pass(31);
    await jobHandlers.releaseHold({ bookingId: held.bookingId });
    await keepOrders();
    expect(await readBooking(held)).toMatchObject({ cancelled_at: null });
    expect(await listFree()).toEqual([]);
    expect(await see(held)).toMatchObject({ isUnconfirmed: true, state: 'awaiting' });
    expect(await api.services.findManagedBooking(held.manageToken)).toMatchObject({
      state: 'held',
      isUnconfirmed: true,
      payLink: null,
    });
    expect(await subjects()).toEqual([]);

    payfast.moods.validate = 'answers';
    await untilState(held.id, 'paid');
    expect(await readBooking(held)).toMatchObject({
      held_until: null,
      paid_at: at(31).toISOString(),
    });
  });

  it('gets no email that asks for the payment', async () => {
    const held = await hold();
    const { rows } = await api.pool.query(
      `select data from pgboss.job where data ->> 'kind' = 'hold-reminder'`,
    );
    expect(rows).toHaveLength(1);
    await payUnanswered(held);
    await takeMails();
    pass(20);
    await jobHandlers.sendMail(mailJob.parse(rows[0].data));
    expect(await subjects()).toEqual([]);
  });

  it('a session whose payment came in time and is not confirmed is given up after 48 hours, and its visitor is not told that they did not pay', async () => {
    const held = await hold();
    pass(29);
    await payUnanswered(held);
    // Another payment extends nothing more.
    pass(37);
    await payfast.pay(held.reference).settled;
    await takeMails();
    pass(28 + 48 * hours);
    await keepOrders();
    expect(await readBooking(held)).toMatchObject({ cancelled_at: null });
    pass(29 + 48 * hours);
    await keepOrders();
    expect(await listFree()).toHaveLength(1);
    const { mail } = (await takeMails()).only(visitorAddress);
    expect(mail.subject).toMatch(/^Payment not confirmed: 1-on-1 Session, /);
    payfast.moods.validate = 'answers';
    await settled(held.id);
    expect(await read(held.id)).toMatchObject({ paid_cents: 0, has_unallocated: true });
  });

  it('a session whose payment came in time and is not confirmed is given up at its usual end if PayFast denies the payment', async () => {
    const held = await hold();
    pass(29);
    await payUnanswered(held, { isConfirmed: false });
    pass(31);
    payfast.moods.validate = 'answers';
    expect(await settled(held.id)).toMatchObject([{ state: 'refused' }]);
    expect(await readBooking(held)).toMatchObject({ held_until: at(30).toISOString() });
    await takeMails();
    await keepOrders();
    expect(await subjects()).toEqual([expect.stringMatching(/^Not paid in time: /)]);
  });

  it('a session whose payment came in time and is not confirmed keeps its slot while Paystack does not answer', async () => {
    const held = await hold('paystack');
    pass(29);
    paystack.moods.verify = 'is broken';
    await paystack.pay(held.reference).settled;
    pass(31);
    await keepOrders();
    expect(await readBooking(held)).toMatchObject({ cancelled_at: null });
    paystack.moods.verify = 'answers';
    await untilState(held.id, 'paid');
  });

  it.each([
    ['another amount', { changes: { amount_gross: '450.01' } }, 29],
    ['a failed payment', { changes: { payment_status: 'FAILED' } }, 29],
    ['a wrong signature', { signature: 'f'.repeat(32) }, 29],
    ['one that came too late', {}, 30],
  ])(
    'a session whose payment came in time and is not confirmed is not extended by %s',
    async (_, options, minutes) => {
      const held = await hold();
      pass(minutes);
      payfast.moods.validate = 'is forbidden';
      await payfast.pay(held.reference, options).settled;
      expect(await readBooking(held)).toMatchObject({ held_until: at(30).toISOString() });
    },
  );
});

describe('an order without a session', () => {
  const week = 7 * 24 * hours;

  it('an order without a session does not expire while its payment is not confirmed, for 48 hours', async () => {
    const placed = await order();
    await begin(placed.token, 'payfast');
    pass(week - 1);
    await payUnanswered(placed);
    pass(week + 46 * hours);
    await keepOrders();
    expect((await read(placed.id)).state).toBe('awaiting');
    payfast.moods.validate = 'answers';
    await untilState(placed.id, 'paid');
  });

  it('an order without a session expires after that', async () => {
    const placed = await order();
    await begin(placed.token, 'payfast');
    pass(week - 1);
    await payUnanswered(placed);
    pass(week + 48 * hours);
    await keepOrders();
    expect((await read(placed.id)).state).toBe('expired');
  });

  it('an order without a session keeps its end if that is later', async () => {
    const placed = await order();
    await begin(placed.token, 'payfast');
    await payUnanswered(placed);
    expect((await read(placed.id)).expires_at).toBe(at(week).toISOString());
  });
});
