import { describe, expect, it } from 'vitest';
import {
  createErasureMatcher,
  listErasures,
  repeatErasures,
} from '#features/erasures/server/index.ts';
import { openingMorning, sessionBody } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { testSecret } from '#tests/support/secret.ts';

offerSampleBank();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, order, buy, read, mark, untilState } = site;

const find = async (text: string) =>
  (await admin.call('POST', '/api/people/search', { text, with: [] })).body;
async function erase(text: string) {
  const { stamp } = await find(text);
  return admin.call('POST', '/api/people/erasure', { text, with: [], stamp });
}
const rowsOf = async (text: string) => (await api.pool.query(text)).rows;

async function buyAndPay() {
  const bought = await buy('payfast');
  await payfast.pay(bought.reference).settled;
  await untilState(bought.id, 'paid');
  await site.takeMails();
  return bought;
}

describe('a person', () => {
  it('a person is shown and exported with their orders', async () => {
    const { reference } = await order();
    const person = await find(buyerAddress);
    expect(person).toMatchObject({ orders: [{ reference }], counts: { orders: 1, leads: 1 } });
    const file = await admin.asMentor('POST', '/api/people/export', {
      text: buyerAddress,
      with: [],
    });
    expect(await file.text()).toContain(reference);
  });

  it('a person is corrected in their orders, and not in documents that were issued', async () => {
    const { id } = await order();
    await mark(id);
    const { stamp } = await find(buyerAddress);
    const correction = { text: buyerAddress, with: [], stamp, name: 'Thandi Dlamini' };
    const corrected = await admin.call('POST', '/api/people/correction', correction);
    expect(corrected.status).toBe(200);
    expect((await read(id)).name).toBe('Thandi Dlamini');
    expect(await rowsOf(`select data -> 'buyer' ->> 'name' as name from papers`)).toEqual([
      { name: 'Thandi Mbeki' },
    ]);
  });
});

describe('an erasure', () => {
  it('keeps the date, number and amount of payments, and removes the buyer', async () => {
    const { id, reference, token, path } = await buyAndPay();
    const [payment] = (await read(id)).payments;
    await admin.call('POST', `/api/orders/${id}/refund`, {
      id: crypto.randomUUID(),
      payment_id: payment?.id,
      amount_cents: 50_000,
      reason: 'Thandi asked for it',
      by_hand: true,
    });
    await order({ source: 'Blueprint Purchase Inquiry' });
    const booked = await api.post('/api/bookings', {
      ...sessionBody({ name: 'Thandi Mbeki', email: buyerAddress }),
    });
    expect(booked.status).toBe(201);
    await site.takeMails();
    const { status, body } = await erase(buyerAddress);
    expect(status).toBe(201);
    expect(body.counts).toMatchObject({ leads: 2, bookings: 1, orders: 3 });

    expect(
      await rowsOf('select reference, state, name, email, phone, lead_id from orders'),
    ).toEqual([
      {
        reference,
        state: 'partly-refunded',
        lead_id: null,
        name: null,
        email: null,
        phone: null,
      },
    ]);
    expect(await rowsOf('select number from papers order by 1')).toEqual([
      { number: 'TEST-CN-2030-0001' },
      { number: 'TEST-RCT-2030-0001' },
    ]);
    const tables = await rowsOf(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    );
    for (const { name } of tables) {
      const found = await rowsOf(
        `select t::text as row from ${name} t where t::text ~* 'thandi|5551234'`,
      );
      expect(found, name).toEqual([]);
    }
    expect((await admin.read('/api/orders')).items).toMatchObject([{ reference, name: null }]);
    expect(await api.services.payments.findPayPage(token)).toBeUndefined();
    expect((await api.app.request(`${path}/papers/RCT-2030-0001.pdf`)).status).toBe(404);
  });

  it('an erasure is repeated for a restored order', async () => {
    const { id } = await buyAndPay();
    await erase(buyerAddress);
    await api.pool.query(
      `update orders set name = 'Thandi', email = $1, created_at = '2020-01-01'`,
      [buyerAddress],
    );
    const matcher = createErasureMatcher([testSecret], await listErasures(api.db));
    await repeatErasures(api.db, matcher);
    expect(await read(id)).toMatchObject({ name: null, email: null, state: 'paid' });
  });
});

describe('the nightly job', () => {
  const sweep = () => api.services.jobHandlers.keepRetention();

  it('keeps paid orders for five years, and other orders as long as inquiries', async () => {
    const [paid, unpaid] = [await order(), await order()];
    await mark(paid.id);
    clock.now = new Date('2032-01-06T08:00:00Z');
    await sweep();
    expect(await rowsOf('select from orders')).toHaveLength(2);
    clock.now = new Date('2032-01-08T08:00:00Z');
    await sweep();
    expect((await admin.call('GET', `/api/orders/${unpaid.id}`)).status).toBe(404);
    clock.now = new Date('2035-01-06T08:00:00Z');
    await sweep();
    expect((await read(paid.id)).state).toBe('paid');
    clock.now = new Date('2035-01-08T08:00:00Z');
    await sweep();
    expect(await rowsOf('select from orders')).toEqual([]);
    expect(await rowsOf('select from papers')).toEqual([]);
    // The numbers continue.
    expect(await rowsOf('select last_number from paper_series')).toEqual([{ last_number: 1 }]);
  });
});
