import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inquiryBody } from '#tests/support/orders.ts';
import { setUpOutage } from '#tests/support/outage.ts';
import { type PayfastDouble, startPayfastDouble } from '#tests/support/payfast-double.ts';
import { serveLater } from '#tests/support/payment-site.ts';

const outage = setUpOutage();
let payfast: PayfastDouble;
let door: Awaited<ReturnType<typeof serveLater>>;

beforeAll(async () => {
  [payfast, door] = [await startPayfastDouble(), await serveLater()];
});
afterAll(async () => {
  await payfast.close();
  door.close();
});

/** Starts a site and orders something on it. Returns how it is paid for. */
async function orderOn(api: Awaited<ReturnType<typeof outage.start>>) {
  door.serve(api.fetch);
  const answer = await api.post('/api/leads', inquiryBody({ id: randomUUID() }));
  const { pay_path: path } = await answer.json();
  const token = path.split('/').at(-1);
  const choice = { token, provider: 'payfast', startNow: false } as const;
  const start = await api.services.payments.startPayment(choice, { ipAddress: '192.0.2.7' });
  if (start.kind !== 'form') throw new Error('PayFast is paid by a form');
  await payfast.open(start);
  return { reference: start.transactionReference, token };
}

const startSite = () => outage.start({ environment: payfast.env, siteUrl: door.siteUrl });

const query = async (text: string) => (await outage.db.$client.query(text)).rows;
const untilPaid = () =>
  expect.poll(async () => (await query('select state from orders'))[0]?.state).toBe('paid');

it('a notification is not answered 200 while the database is down, and is sent again', async () => {
  const api = await startSite();
  const { reference } = await orderOn(api);
  await outage.passage.cut();
  const delivery = payfast.pay(reference);
  await expect.poll(() => delivery.statuses.length).toBeGreaterThan(1);
  expect(delivery.statuses).not.toContain(200);
  await outage.passage.restore();
  await delivery.settled;
  await untilPaid();
  expect(await query('select from payments')).toHaveLength(1);
});

it('a notification that a stopped process left pending is verified by the next process', async () => {
  const stopped = await startSite();
  const { reference } = await orderOn(stopped);
  payfast.moods.validate = 'is broken';
  await payfast.pay(reference).settled;
  await expect
    .poll(async () => (await query('select attempts from payment_notifications'))[0]?.attempts)
    .toBeGreaterThan(0);
  await stopped.jobs.stop(0);
  expect(await query(`select from orders where state = 'paid'`)).toEqual([]);
  payfast.moods.validate = 'answers';
  door.serve((await startSite()).fetch);
  await untilPaid();
  expect(await query('select number from papers')).toHaveLength(1);
});

/** Counts the orders whose payment, receipt, booking and emails do not agree. */
const countTorn = async () => {
  const [row] = await query(`
    select count(*)::int as torn from orders o
    where (o.state = 'paid') <> exists (select from payments p where p.order_id = o.id and not p.is_unplaced)
      or (o.state = 'paid') <> exists (select from papers p where p.order_id = o.id)
      or (o.state = 'paid') <> exists (
        select from mail_deliveries where key like 'order:' || o.id || ':paid:%:buyer')
      or o.paid_cents <> coalesce((select sum(amount_cents) from payments p where p.order_id = o.id), 0)`);
  return row.torn;
};

it('interrupted at any moment, an order is paid with its receipt and emails, or not at all', async () => {
  const api = await startSite();
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    const { reference } = await orderOn(api);
    payfast.pay(reference);
    // Each time a little later within the moments in which the payment is settled.
    await pass(round * 6);
    await outage.passage.cut();
    expect(await countTorn()).toBe(0);
    await outage.passage.restore();
    await expect
      .poll(async () => (await api.app.request('/readyz')).status, { timeout: 15_000 })
      .toBe(200);
  }
  await expect
    .poll(() => query(`select from orders where state = 'paid'`), { timeout: 30_000 })
    .toHaveLength(rounds);
  expect(await countTorn()).toBe(0);
  expect(await query('select from payments')).toHaveLength(rounds);
  expect(await query('select last_number from paper_series')).toEqual([{ last_number: rounds }]);
}, 120_000);
