import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
import { listWaitingReminders } from '#tests/support/reminders.ts';

sellSessionsToConfirm();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, takeMails, begin, follow, mark, read, see, settled } = site;
const { keepOrders } = api.services.jobHandlers;

const [, otherSlot = '', thirdSlot = ''] = tuesdaySlots;

/** Books a session that is paid to confirm, and begins its payment. */
async function hold(changes: Record<string, unknown> = {}) {
  const body = sessionBody(changes);
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  const { pay_path, manage_path } = await response.json();
  const order = await follow(pay_path);
  await begin(order.token, 'payfast');
  return { id: body.id, order, token: String(manage_path).split('/').at(-1) ?? '' };
}

/** The same, released because it was not paid in time. */
async function release() {
  const held = await hold();
  clock.now = new Date(+openingMorning + 31 * 60_000);
  await keepOrders();
  await takeMails();
  return held;
}

/** The same, with money that came after that. */
async function releasePaid() {
  const held = await release();
  await payfast.pay(held.order.reference).settled;
  await settled(held.order.id);
  await takeMails();
  return held;
}

const readBooking = (id: string) => admin.read(`/api/bookings/${id}`);

/** Moves a booking as the mentor who has just read it. */
async function move(id: string, booking_date: string, message: string | null = null) {
  const { version } = await readBooking(id);
  return admin.call('PUT', `/api/bookings/${id}/time`, { version, booking_date, message });
}

const refund = async (
  orderId: string,
  { amountCents, byHand = true }: { amountCents?: number; byHand?: boolean } = {},
) => {
  const [payment] = (await read(orderId)).payments;
  return admin.call('POST', `/api/orders/${orderId}/refund`, {
    id: randomUUID(),
    payment_id: payment?.id,
    reason: 'Too late',
    by_hand: byHand,
    amount_cents: amountCents ?? payment?.amount_cents,
  });
};

const cancelled = {
  status: 409,
  body: { code: 'booking-closed', detail: 'This session has been cancelled.' },
};

/** Expects that nothing has changed for a released session. */
async function expectReleased(id: string, orderId: string) {
  expect(await readBooking(id)).toMatchObject({
    cancelled_at: expect.any(String),
    paid_at: null,
    booking_date: tuesdaySlot,
  });
  expect(await read(orderId)).toMatchObject({ state: 'cancelled', paid_cents: 0, documents: [] });
  // The client has read what happened to the money.
  const subjects = (await takeMails()).all.map(({ mail }) => mail.subject);
  expect(subjects.filter((subject) => !/^We (?:have your|refunded) R/.test(subject ?? ''))).toEqual(
    [],
  );
}

describe('a released session whose money came late', () => {
  it('a released session whose money came late is booked again at another time, with its money, receipt, invitation and reminders', async () => {
    const { id, order, token } = await releasePaid();
    expect(await read(order.id)).toMatchObject({ has_unallocated: true, needs_time: true });
    const moved = await move(id, otherSlot, 'See you then.');
    expect(moved).toMatchObject({
      status: 200,
      body: {
        booking_date: otherSlot,
        cancelled_at: null,
        held_until: null,
        paid_at: expect.any(String),
        payment_reference: order.reference,
      },
    });
    expect(await read(order.id)).toMatchObject({
      state: 'paid',
      paid_cents: order.amountCents,
      cancelled_at: null,
      has_unallocated: false,
      needs_time: false,
      payments: [{ is_unallocated: false }],
      documents: [{ kind: 'receipt' }],
    });
    const mails = await takeMails();
    expect(mails.all.map(({ mail }) => mail.subject).toSorted()).toEqual([
      expect.stringMatching(/^Booked: 1-on-1 Session, /),
      `Payment received: ${order.reference}`,
    ]);
    const [invited] = mails.to(visitorAddress).filter(({ mail }) => mail.attachments.length === 2);
    expect(invited && readInvitation(invited)).toMatchObject({
      method: 'REQUEST',
      status: 'CONFIRMED',
      sequence: 2,
      start: otherSlot,
    });
    expect(invited?.mail.text).toContain('See you then.');
    const reminders = await listWaitingReminders(api);
    expect(reminders.map(({ payload }) => payload.startsAt)).toEqual([otherSlot, otherSlot]);
    expect(await api.services.findManagedBooking(token)).toMatchObject({ state: 'changeable' });
    expect(await see(order)).toMatchObject({ state: 'paid', isPayable: false });
    const { items } = await admin.read(`/api/bookings/${id}/history`);
    const moves = items.map(({ change }: { change?: unknown }) => change);
    expect(moves).toContainEqual(
      expect.objectContaining({ by: 'mentor', from: tuesdaySlot, to: otherSlot }),
    );
    const rival = await api.post('/api/bookings', sessionBody({ booking_date: otherSlot }));
    expect(rival.status).toBe(409);
  });

  it('a released session whose money came late is booked again at its own time', async () => {
    const { id, order } = await releasePaid();
    expect(await move(id, tuesdaySlot)).toMatchObject({
      status: 200,
      body: { cancelled_at: null },
    });
    expect((await read(order.id)).state).toBe('paid');
    expect(await listWaitingReminders(api)).toHaveLength(2);
  });

  it('a released session whose money came late is booked again with money that the mentor has marked', async () => {
    const { id, order } = await release();
    await mark(order.id);
    expect((await move(id, otherSlot)).status).toBe(200);
    expect((await read(order.id)).state).toBe('paid');
  });

  it('a released session whose money came late stays released if its new time is taken', async () => {
    const { id, order } = await releasePaid();
    await hold({ booking_date: otherSlot, email: 'next@example.com' });
    await takeMails();
    expect(await move(id, otherSlot)).toMatchObject({ status: 409, body: { code: 'slot-taken' } });
    await expectReleased(id, order.id);
    expect(await read(order.id)).toMatchObject({ needs_time: true });
  });

  it('a released session whose money came late stays released if its new time has passed', async () => {
    const { id, order } = await releasePaid();
    expect((await move(id, openingMorning.toISOString())).status).toBe(422);
    await expectReleased(id, order.id);
  });
});

describe('the client of a released session whose money came late', () => {
  const visitor = { ipAddress: '192.0.2.9' };
  const rebook = (id: string, startsAt: string) =>
    api.services.moveBooking({ id, startsAt: new Date(startsAt) }, visitor);

  it('books another time, which the money pays for', async () => {
    const { id, order, token } = await releasePaid();
    expect(await api.services.findManagedBooking(token)).toMatchObject({ canRebook: true });
    await rebook(id, otherSlot);
    expect(await readBooking(id)).toMatchObject({
      booking_date: otherSlot,
      cancelled_at: null,
      held_until: null,
      paid_at: expect.any(String),
    });
    expect(await read(order.id)).toMatchObject({ state: 'paid', has_unallocated: false });
    expect(await api.services.findManagedBooking(token)).toMatchObject({
      state: 'changeable',
      canRebook: false,
    });
    const mails = await takeMails();
    expect(mails.all.map(({ mail }) => mail.subject).toSorted()).toEqual([
      expect.stringMatching(/^Booked: 1-on-1 Session, /),
      expect.stringMatching(/^New .*Jane Doe/),
      `Payment received: ${order.reference}`,
    ]);
    expect(await listWaitingReminders(api)).toHaveLength(2);
    expect(await see(order)).toMatchObject({ state: 'paid', decision: null });
  });

  it('the client of a released session whose money came late books its own time again while it is available', async () => {
    const { id, order } = await releasePaid();
    await rebook(id, tuesdaySlot);
    expect((await read(order.id)).state).toBe('paid');
  });

  it('the client of a released session whose money came late cannot take a time that is gone or not offered, and keeps the money', async () => {
    const { id, order } = await releasePaid();
    await hold({ booking_date: otherSlot, email: 'next@example.com' });
    await takeMails();
    await expect(rebook(id, otherSlot)).rejects.toMatchObject({ code: 'slot-taken' });
    const atNight = tuesdaySlot.replace(/T\d\d/, 'T01');
    await expect(rebook(id, atNight)).rejects.toMatchObject({ status: 422 });
    await expectReleased(id, order.id);
    expect(await see(order)).toMatchObject({ decision: { canRebook: true } });
  });

  it('the client of a released session whose money came late cannot book it without money, or after the money went back', async () => {
    const { id, token } = await release();
    await expect(rebook(id, otherSlot)).rejects.toMatchObject({ code: 'booking-closed' });
    expect(await api.services.findManagedBooking(token)).toMatchObject({ canRebook: false });
    clock.now = openingMorning;
    const late = await releasePaid();
    await refund(late.order.id);
    await takeMails();
    await expect(rebook(late.id, otherSlot)).rejects.toMatchObject({ code: 'booking-closed' });
    await expectReleased(late.id, late.order.id);
  });

  it('the client of a released session whose money came late books one time with the money, at the same time as the mentor', async () => {
    const { id, order } = await releasePaid();
    await Promise.allSettled([
      rebook(id, otherSlot),
      move(id, thirdSlot),
      rebook(id, thirdSlot),
      rebook(id, otherSlot),
    ]);
    const { payments, documents, state } = await read(order.id);
    expect([state, payments.length, documents.length]).toEqual(['paid', 1, 1]);
  });
});

describe('a session without such money stays cancelled', () => {
  it('a session without such money stays cancelled if none came', async () => {
    const { id, order } = await release();
    expect(await move(id, otherSlot)).toMatchObject(cancelled);
    await expectReleased(id, order.id);
  });

  it('a session without such money stays cancelled if a part of it was sent back, or all of it', async () => {
    const { id, order } = await releasePaid();
    for (const amountCents of [1, order.amountCents - 1]) {
      expect((await refund(order.id, { amountCents })).status).toBe(200);
      expect(await read(order.id)).toMatchObject({ needs_time: false });
      expect(await move(id, otherSlot)).toMatchObject(cancelled);
    }
    await expectReleased(id, order.id);
  });

  it('a session without such money stays cancelled while the provider has not answered a refund', async () => {
    const { id, order } = await releasePaid();
    payfast.moods.refund = 'is broken';
    await refund(order.id, { byHand: false });
    expect((await read(order.id)).refunds).toMatchObject([{ state: 'unknown' }]);
    expect(await read(order.id)).toMatchObject({ needs_time: false });
    expect(await move(id, otherSlot)).toMatchObject(cancelled);
    await expectReleased(id, order.id);
    payfast.moods.refund = 'answers';
  });

  it('a session without such money stays cancelled if the mark was undone', async () => {
    const { id, order } = await release();
    await mark(order.id);
    await admin.call('POST', `/api/orders/${order.id}/undo`);
    expect(await move(id, otherSlot)).toMatchObject(cancelled);
    await expectReleased(id, order.id);
  });

  it('a session without such money stays cancelled if it was paid for, cancelled and refunded in part', async () => {
    const { id, order } = await hold();
    await mark(order.id);
    const { version } = await readBooking(id);
    const path = `/api/bookings/${id}/cancellation`;
    expect((await admin.call('PUT', path, { version, message: null })).status).toBe(200);
    expect((await refund(order.id, { amountCents: 1 })).status).toBe(200);
    expect(await move(id, otherSlot)).toMatchObject(cancelled);
  });
});

describe('at the same time', () => {
  it('several requests and devices use the money once', async () => {
    const { id, order } = await releasePaid();
    const { version } = await readBooking(id);
    const send = (booking_date: string) =>
      admin.call('PUT', `/api/bookings/${id}/time`, { version, booking_date, message: null });
    const answers = await Promise.all(
      [otherSlot, thirdSlot, otherSlot, thirdSlot, otherSlot].map((slot) => send(slot)),
    );
    const { booking_date: booked } = await readBooking(id);
    const refused = { status: 409, body: { code: 'edited-elsewhere' } };
    for (const [index, answer] of answers.entries()) {
      const isWinner = (index % 2 === 0) === (booked === otherSlot);
      expect(answer).toMatchObject(isWinner ? { status: 200 } : refused);
    }
    const { payments, documents } = await read(order.id);
    expect([payments.length, documents.length]).toEqual([1, 1]);
    expect((await takeMails()).all).toHaveLength(2);
  });

  it.each(['by hand', 'by PayFast'])(
    'a refund %s and another time use the money one after the other',
    async (how) => {
      for (let round = 0; round < 6; round += 1) {
        clock.now = openingMorning;
        const { id, order } = await releasePaid();
        const works = [
          () => move(id, otherSlot),
          () => refund(order.id, { byHand: how === 'by hand' }),
        ];
        if (round % 2 === 1) works.reverse();
        await Promise.all(works.map((work) => work()));
        const { state, documents, payments } = await read(order.id);
        const kinds = documents.map(({ kind }) => kind).toSorted();
        const { cancelled_at } = await readBooking(id);
        // Money that was used has a receipt, and its refund a credit note.
        if (cancelled_at === null)
          expect([state, kinds]).toEqual(['refunded', ['credit note', 'receipt']]);
        else expect([state, kinds]).toEqual(['cancelled', []]);
        expect(payments).toMatchObject([{ refunded_cents: order.amountCents }]);
        if (cancelled_at === null) await admin.call('DELETE', `/api/bookings/${id}`);
      }
    },
  );
});
