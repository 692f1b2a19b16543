import { randomUUID } from 'node:crypto';
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
  const start = await api.services.orders.startPayment(choice, { ipAddress: '192.0.2.7' });
  if (start.kind !== 'form') throw new Error('PayFast is paid by a form');
  await payfast.open(start);
  return { reference: start.transactionReference, token };
}

const startSite = () => outage.start({ environment: payfast.env, siteUrl: door.siteUrl });

const query = async (text: string) => (await outage.db.$client.query(text)).rows;
const untilPaid = () =>
  expect.poll(async () => (await query('select state from orders'))[0]?.state).toBe('paid');

it('a notification that the database cannot keep is not answered 200, and comes again', async () => {
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

it('a notification that a process was stopped with is verified by the next one', async () => {
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
