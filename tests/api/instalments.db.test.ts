import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import { sellInParts } from '#tests/support/offers-in-parts.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
sellSessionsToConfirm();
sellInParts({ plans: 'three', sessions: 'deposit' });
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, takeMails, payfast, order, read, see, begin, settled, follow } = site;
const { keepOrders } = api.services.orders;

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const days = (count: number) => new Date(+openingMorning + count * 86_400_000);
const visitor = { ipAddress: '192.0.2.1' };

async function pay({ id, token, reference }: { id: string; token: string; reference: string }) {
  clock.now = new Date(+(clock.now ?? openingMorning) + 37_265);
  await begin(token, 'payfast');
  await payfast.pay(reference).settled;
  await settled(id);
}

describe('a plan in three instalments', () => {
  it('a plan in three instalments asks for one after the other', async () => {
    const placed = await order();
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(plain(mail.subject)).toBe(`Your order ${placed.reference}: how to pay R667`);
    expect(await see(placed)).toMatchObject({
      amountCents: 200_000,
      dueNowCents: 66_700,
      dues: [{ dueOn: null }, { amountCents: 66_700 }, { amountCents: 66_600 }],
    });
    await pay(placed);
    const page = await see(placed);
    expect(plain(page.partText)).toBe('R667 of R2 000 paid, R1 333 left');
    expect(page.dues.map(({ state }) => state)).toEqual(['paid', 'open', 'open']);
    await pay(placed);
    await pay(placed);
    const { documents, ...paid } = await read(placed.id);
    expect(paid).toMatchObject({ state: 'paid', paid_cents: 200_000 });
    expect(documents).toHaveLength(3);
  });

  it('a plan in three instalments takes all that is left in one payment', async () => {
    const placed = await order();
    await pay(placed);
    const changes = { amount_gross: '1333.00' };
    await begin(placed.token, 'payfast');
    await payfast.pay(placed.reference, { changes }).settled;
    await settled(placed.id);
    expect(await read(placed.id)).toMatchObject({ state: 'paid', has_unallocated: false });
  });

  it('a plan in three instalments is reminded of once before and once after the day', async () => {
    const placed = await order();
    await pay(placed);
    await takeMails();
    const { dueOn } = (await see(placed)).dues[1] ?? {};
    const onDay = (offset: number) =>
      new Date(Date.parse(`${dueOn}T09:37:26.265Z`) + offset * 86_400_000);
    for (const offset of [-4, -3, -2, 0, 1]) {
      clock.now = onDay(offset);
      await keepOrders();
    }
    const soon = (await takeMails()).only(buyerAddress).mail;
    expect(plain(soon.subject)).toBe(`R667 is due soon: ${placed.reference}`);
    expect(soon.text).toContain(placed.path);
    for (const offset of [2, 3]) {
      clock.now = onDay(offset);
      await keepOrders();
    }
    const late = await takeMails();
    expect(plain(late.only(buyerAddress).mail.subject)).toBe(
      `R667 is overdue: ${placed.reference}`,
    );
    expect(plain(late.only(mentorAddress).mail.subject)).toBe(
      `R667 is overdue: ${placed.reference}`,
    );
    expect((await see(placed)).dues[1]).toMatchObject({ isLate: true });
  });

  it('a plan in three instalments is a task once a part is overdue, and its client is reminded of it', async () => {
    const placed = await order();
    await pay(placed);
    await takeMails();
    const { dueOn } = (await see(placed)).dues[1] ?? {};
    const readOverdue = async () =>
      (await (await admin.asMentor('GET', '/api/orders/problems')).json()).overdue;
    clock.now = new Date(`${dueOn}T09:37:26.265Z`);
    expect(await readOverdue()).toEqual([]);
    clock.now = new Date(+clock.now + 86_400_000);
    expect(await readOverdue()).toMatchObject([
      { id: placed.id, due_now_cents: 66_700, due_on: dueOn, reminded_at: null },
    ]);
    await admin.asMentor('POST', `/api/orders/${placed.id}/reminder`);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(plain(mail.subject)).toBe(`Reminder: pay R667 for your order ${placed.reference}`);
    expect(mail.text).toContain('Thanks for your payment.');
    expect(plain(mail.text)).toContain('To pay next: R667 by ');
    expect(await readOverdue()).toMatchObject([{ reminded_at: clock.now.toISOString() }]);
  });

  it('expires without reminders if nothing was paid', async () => {
    const placed = await order();
    await takeMails();
    clock.now = days(29);
    await keepOrders();
    expect((await takeMails()).all).toEqual([]);
    expect(await read(placed.id)).toMatchObject({ state: 'expired' });
  });
});

describe('a session with a deposit', () => {
  async function bookWithDeposit() {
    const body = sessionBody();
    const { pay_path, manage_path, amount_cents } = await (
      await api.post('/api/bookings', body)
    ).json();
    const placed = await follow(pay_path);
    await pay(placed);
    await takeMails();
    const token = String(manage_path).split('/').at(-1) ?? '';
    return { bookingId: body.id, token, placed, amount_cents };
  }
  const readBooking = (id: string) => admin.read(`/api/bookings/${id}`);

  it('a session with a deposit is confirmed by it, and counts as paid after the rest', async () => {
    const { bookingId, placed, token, amount_cents } = await bookWithDeposit();
    expect(amount_cents).toBe(30_000);
    expect(await readBooking(bookingId)).toMatchObject({ held_until: null, paid_at: null });
    const managed = await api.services.findManagedBooking(token);
    expect(plain(managed?.payLink?.partText)).toBe('R300 of R1 000 paid, R700 left');
    await pay(placed);
    expect(await readBooking(bookingId)).toMatchObject({ paid_at: expect.any(String) });
  });

  it('a session with a deposit that is cancelled keeps its money until it is refunded', async () => {
    const { bookingId, placed, token } = await bookWithDeposit();
    await api.services.cancelBooking({ id: bookingId }, visitor);
    const text = plain((await takeMails()).only(visitorAddress).mail.text);
    expect(text).toContain('We’ll refund R300.00.');
    expect(await read(placed.id)).toMatchObject({ state: 'cancelled', paid_cents: 30_000 });
    const page = await see(placed);
    expect(page).toMatchObject({ obstacle: 'cancelled', isPayable: false, dueNowCents: 0 });
    expect(plain(page.session?.moneyText)).toBe('We’ll refund R300.00.');
    expect(plain((await api.services.findManagedBooking(token))?.moneyText)).toBe(
      'We’ll refund R300.00.',
    );
    const readTasks = async () => (await admin.read('/api/orders/problems')).cancelled;
    const [task] = await readTasks();
    const body = { id: randomUUID(), reason: 'Cancelled', by_hand: true, amount_cents: 30_000 };
    const json = { ...body, payment_id: task.payment_id };
    await admin.call('POST', `/api/orders/${placed.id}/refund`, json);
    expect(await readTasks()).toEqual([]);
    expect(await read(placed.id)).toMatchObject({ state: 'refunded' });
  });

  it('a session with a deposit that is cancelled is booked again with its money', async () => {
    const { bookingId, placed } = await bookWithDeposit();
    const { version } = await readBooking(bookingId);
    const message = { message: null };
    await admin.call('PUT', `/api/bookings/${bookingId}/cancellation`, { version, ...message });
    expect(await read(placed.id)).toMatchObject({ needs_time: true });
    const again = await readBooking(bookingId);
    const body = { version: again.version, booking_date: tuesdaySlots[1], ...message };
    expect((await admin.call('PUT', `/api/bookings/${bookingId}/time`, body)).status).toBe(200);
    expect(await read(placed.id)).toMatchObject({ state: 'awaiting', paid_cents: 30_000 });
    await pay(placed);
    expect(await read(placed.id)).toMatchObject({ state: 'paid' });
  });

  it('a session with a deposit that is deleted is a task until the rest is waived', async () => {
    const { bookingId, placed } = await bookWithDeposit();
    await admin.call('DELETE', `/api/bookings/${bookingId}`);
    const readTasks = async () => (await admin.read('/api/orders/problems')).cancelled_parts;
    expect(await readTasks()).toMatchObject([{ order_id: placed.id, paid_cents: 30_000 }]);
    await admin.call('POST', `/api/orders/${placed.id}/waive`, {});
    expect(await readTasks()).toEqual([]);
  });
});
