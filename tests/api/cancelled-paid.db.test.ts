import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatRand } from '#rules/money.ts';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlot,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';

sellSessionsToConfirm();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, takeMails, begin, follow, mark, read, untilState } = site;
const { cancelBooking, findManagedBooking } = api.services;

const visitor = { ipAddress: '192.0.2.1' };
const [, otherSlot = ''] = tuesdaySlots;
/** 24 hours before the session. */
const deadline = +new Date(tuesdaySlot) - 24 * 3_600_000;

/** Books a session and pays for it. */
async function buySession() {
  const body = sessionBody();
  const { pay_path, manage_path } = await (await api.post('/api/bookings', body)).json();
  const order = await follow(pay_path);
  await mark(order.id);
  await takeMails();
  return { id: body.id, order, token: String(manage_path).split('/').at(-1) ?? '' };
}

const readBooking = (id: string) => admin.read(`/api/bookings/${id}`);
const readTasks = async () => (await admin.read('/api/orders/problems')).cancelled;

const refund = async (orderId: string, amountCents: number) => {
  const [payment] = (await read(orderId)).payments;
  const body = {
    payment_id: payment?.id,
    reason: 'Cancelled',
    by_hand: true,
    amount_cents: amountCents,
  };
  return admin.call('POST', `/api/orders/${orderId}/refund`, { id: randomUUID(), ...body });
};

async function cancelByMentor(id: string) {
  const { version } = await readBooking(id);
  const body = { version, message: null };
  expect((await admin.call('PUT', `/api/bookings/${id}/cancellation`, body)).status).toBe(200);
}

describe('a paid session that its client cancels', () => {
  it.each([
    [0, 'refund', 'If you cancel now, we’ll refund it. This applies until', 'We’ll refund %.'],
    [1, 'credit', 'credit for another session, not as a refund.', 'You have a credit of % for'],
  ] as const)(
    '%i ms after the deadline ends in a %s, before, after and in both emails',
    async (late, outcome, before, after) => {
      const { id, order, token } = await buySession();
      const amount = formatRand(order.amountCents);
      clock.now = new Date(deadline + late);
      const offered = (await findManagedBooking(token))?.cancellation;
      expect(offered).toMatchObject({ outcome, text: expect.stringContaining(before) });
      expect(offered?.text).toContain(`You paid ${amount}.`);
      await cancelBooking({ id, outcome }, visitor);
      const told = after.replace('%', amount);
      expect(await findManagedBooking(token)).toMatchObject({
        state: 'cancelled',
        cancellation: null,
        moneyText: expect.stringContaining(told),
      });
      const page = await api.services.payments.findPayPage(order.token);
      expect(page?.session?.moneyText).toContain(told);
      const mails = await takeMails();
      const toVisitor = mails.only(visitorAddress);
      expect(toVisitor.mail.text).toContain(told);
      expect(toVisitor.mail.text).toContain('/contact');
      expect(readInvitation(toVisitor)).toMatchObject({ method: 'CANCEL' });
      const toMentor = mails.only(mentorAddress).mail;
      expect(toMentor.text).toContain(`The client paid ${amount} and knows that`);
      expect(toMentor.text).toContain('/admin/money');
      expect(await readTasks()).toMatchObject([
        {
          order_id: order.id,
          booking_id: id,
          settlement: { outcome, cents: order.amountCents },
        },
      ]);
    },
  );

  it('a paid session that its client cancels says TEST in each place if it was paid with test money', async () => {
    const body = sessionBody();
    const { pay_path, manage_path } = await (await api.post('/api/bookings', body)).json();
    const order = await follow(pay_path);
    await begin(order.token, 'payfast');
    await payfast.pay(order.reference).settled;
    await untilState(order.id, 'paid');
    await takeMails();
    expect(await readBooking(body.id)).toMatchObject({ is_test: true });
    expect(await (await admin.asMentor('GET', '/api/bookings/export')).text()).toMatch(
      /;"yes"\r?\n/,
    );

    await cancelBooking({ id: body.id }, visitor);
    const testText = 'TEST: this was paid with test keys. No real money moved.';
    const token = String(manage_path).split('/').at(-1) ?? '';
    expect(await findManagedBooking(token)).toMatchObject({ state: 'cancelled', testText });
    expect(await readTasks()).toMatchObject([{ order_id: order.id, is_test: true }]);
    const mails = (await takeMails()).all;
    expect(mails).toHaveLength(2);
    for (const { mail } of mails) expect(mail.text).toContain(testText);
  });

  it('a paid session that its client cancels is not cancelled on other terms than the page has shown', async () => {
    const { id, token } = await buySession();
    clock.now = new Date(deadline + 37_265);
    await expect(cancelBooking({ id, outcome: 'refund' }, visitor)).rejects.toMatchObject({
      code: 'outcome-changed',
    });
    expect(await findManagedBooking(token)).toMatchObject({ state: 'changeable' });
    expect((await takeMails()).all).toEqual([]);
  });

  it('a paid session that its client cancels stays a task until it is refunded', async () => {
    const { id, order, token } = await buySession();
    await cancelBooking({ id }, visitor);
    expect(await readTasks()).toHaveLength(1);
    expect((await refund(order.id, order.amountCents)).status).toBe(200);
    expect(await readTasks()).toEqual([]);
    expect(await findManagedBooking(token)).toMatchObject({
      moneyText: `We’ve sent your refund of ${formatRand(order.amountCents)}.`,
    });
  });

  it('a paid session that its client cancels was marked as paid by mistake, so no refund is claimed', async () => {
    const { id, order, token } = await buySession();
    await cancelBooking({ id }, visitor);
    expect((await admin.call('POST', `/api/orders/${order.id}/undo`)).status).toBe(200);
    expect(await findManagedBooking(token)).toMatchObject({ moneyText: null });
  });

  it('a paid session that its client cancels was refunded before, so nothing is promised', async () => {
    const { id, order, token } = await buySession();
    await refund(order.id, order.amountCents);
    await takeMails();
    expect(await findManagedBooking(token)).toMatchObject({ cancellation: null });
    await cancelBooking({ id, outcome: 'refund' }, visitor);
    expect(await readTasks()).toEqual([]);
    expect((await takeMails()).only(visitorAddress).mail.text).not.toContain('refund');
  });
});

describe('a paid session that the mentor cancels', () => {
  it('a paid session that the mentor cancels ends in a refund or another time, and is booked again with its payment', async () => {
    const { id, order } = await buySession();
    await cancelByMentor(id);
    const amount = formatRand(order.amountCents);
    expect((await takeMails()).only(visitorAddress).mail.text).toContain(
      `We’ll refund ${amount}, or offer you another time.`,
    );
    expect(await readTasks()).toMatchObject([{ settlement: { outcome: 'refund-or-rebook' } }]);
    expect(await read(order.id)).toMatchObject({ needs_time: true });
    const { version } = await readBooking(id);
    const body = { version, booking_date: otherSlot, message: null };
    expect(await admin.call('PUT', `/api/bookings/${id}/time`, body)).toMatchObject({
      status: 200,
      body: { cancelled_at: null, paid_at: expect.any(String), booking_date: otherSlot },
    });
    expect(await readTasks()).toEqual([]);
    expect(await read(order.id)).toMatchObject({ state: 'paid', needs_time: false });
    const { mail } = (await takeMails()).only(visitorAddress);
    expect(mail.subject).toMatch(/^Booked: 1-on-1 Session, /);
  });
});

it('an unpaid session says nothing about money when it is cancelled', async () => {
  const body = sessionBody();
  const { manage_path } = await (await api.post('/api/bookings', body)).json();
  const token = String(manage_path).split('/').at(-1) ?? '';
  await takeMails();
  expect(await findManagedBooking(token)).toMatchObject({ cancellation: null, moneyText: null });
  await cancelBooking({ id: body.id }, visitor);
  expect(await findManagedBooking(token)).toMatchObject({ moneyText: null });
  for (const { mail } of (await takeMails()).all) expect(mail.text).not.toMatch(/refund|credit/);
});
