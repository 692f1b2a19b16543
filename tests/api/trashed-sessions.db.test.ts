import { expect, it } from 'vitest';
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
const { api, admin, clock, takeMails, payfast } = site;
const { begin, follow, mark, read, see, settled, untilState } = site;
const { keepOrders } = api.services.jobHandlers;

const pass = (minutes: number) => {
  clock.now = new Date(+openingMorning + minutes * 60_000);
};

/** Books a session that is paid to confirm. */
async function hold() {
  const body = sessionBody();
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  const order = await follow((await response.json()).pay_path);
  await takeMails();
  return { id: body.id, order };
}

const readBooking = (id: string) => admin.read(`/api/bookings/${id}`);
const trash = async (id: string) =>
  expect((await admin.call('DELETE', `/api/bookings/${id}`)).status).toBe(204);
const restore = (id: string) => api.services.trash.restoreEntry({ kind: 'bookings', id });

const isFree = async () => {
  const from = new Date(tuesdaySlot);
  const to = new Date(+from + 60_000);
  const free = await api.services.listFreeSlots({ from, to, sessionType: '1-on-1 Session' });
  return free.length > 0;
};

it('a held session takes its order into the trash, and brings it back with its hold', async () => {
  const { id, order } = await hold();
  pass(5);
  await trash(id);
  expect(await isFree()).toBe(true);
  expect(await read(order.id)).toMatchObject({ state: 'cancelled', paid_cents: 0 });
  expect(await see(order)).toMatchObject({ isPayable: false });

  pass(10);
  await restore(id);
  expect(await isFree()).toBe(false);
  const heldUntil = new Date(+openingMorning + 30 * 60_000).toISOString();
  expect(await readBooking(id)).toMatchObject({ held_until: heldUntil, cancelled_at: null });
  expect(await read(order.id)).toMatchObject({ state: 'awaiting', cancelled_at: null });
  await begin(order.token, 'payfast');
  await payfast.pay(order.reference).settled;
  await untilState(order.id, 'paid');
  expect(await readBooking(id)).toMatchObject({ held_until: null, paid_at: expect.any(String) });
});

it('a hold that ended in the trash is released after it was restored', async () => {
  const { id, order } = await hold();
  await trash(id);
  pass(31);
  await keepOrders();
  await restore(id);
  await keepOrders();
  expect(await readBooking(id)).toMatchObject({ cancelled_at: expect.any(String) });
  expect((await read(order.id)).state).toBe('cancelled');
  const { mail } = (await takeMails()).only(visitorAddress);
  expect(mail.subject).toMatch(/^Not paid in time: /);
});

it('money for a session in the trash is unallocated, and pays for it once it is restored', async () => {
  const { id, order } = await hold();
  await begin(order.token, 'payfast');
  await trash(id);
  await payfast.pay(order.reference).settled;
  await settled(order.id);
  expect(await read(order.id)).toMatchObject({ state: 'cancelled', has_unallocated: true });
  await restore(id);
  expect((await mark(order.id)).body).toMatchObject({ state: 'paid', has_unallocated: false });
  expect(await readBooking(id)).toMatchObject({ held_until: null, paid_at: expect.any(String) });
});

it('an order that the mentor has cancelled stays cancelled when its session is restored', async () => {
  const { id, order } = await hold();
  await admin.call('POST', `/api/orders/${order.id}/cancel`);
  pass(5);
  await trash(id);
  await restore(id);
  expect((await read(order.id)).state).toBe('cancelled');
});

it.each(['trashed', 'cancelled by its client', 'cancelled by the mentor'])(
  'the paid order of a session that is %s stays paid',
  async (how) => {
    const { id, order } = await hold();
    await mark(order.id);
    const { version } = await readBooking(id);
    if (how === 'trashed') await trash(id);
    else if (how === 'cancelled by its client')
      await api.services.cancelBooking({ id }, { ipAddress: '192.0.2.1' });
    else await admin.call('PUT', `/api/bookings/${id}/cancellation`, { version, message: null });
    expect(await read(order.id)).toMatchObject({
      state: 'paid',
      paid_cents: order.amountCents,
      refunded_cents: 0,
    });
    if (how !== 'trashed') {
      expect(await readBooking(id)).toMatchObject({ cancelled_at: expect.any(String) });
      return;
    }
    await restore(id);
    expect((await read(order.id)).state).toBe('paid');
    expect(await readBooking(id)).toMatchObject({ paid_at: expect.any(String) });
  },
);
