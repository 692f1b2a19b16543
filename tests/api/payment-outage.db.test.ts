import { expect, it } from 'vitest';
import { setUpPaymentOutage } from '#tests/support/payment-outage.ts';

const { payfast, passage, query, start, order, untilPaid } = setUpPaymentOutage();

it('a notification is not answered 200 while the database is down, and is sent again', async () => {
  const reference = await order(await start());
  await passage().cut();
  const delivery = payfast().pay(reference);
  await expect.poll(() => delivery.statuses.length).toBeGreaterThan(1);
  expect(delivery.statuses).not.toContain(200);
  await passage().restore();
  await delivery.settled;
  await untilPaid(1);
  expect(await query('select from payments')).toHaveLength(1);
});

it('a notification that a stopped process left pending is verified by the next process', async () => {
  const stopped = await start();
  const reference = await order(stopped);
  payfast().moods.validate = 'is broken';
  await payfast().pay(reference).settled;
  await expect
    .poll(async () => (await query('select attempts from payment_notifications'))[0]?.attempts)
    .toBeGreaterThan(0);
  await stopped.jobs.stop(0);
  expect(await query(`select from orders where state = 'paid'`)).toEqual([]);
  payfast().moods.validate = 'answers';
  await start();
  await untilPaid(1);
  expect(await query('select number from papers')).toHaveLength(1);
});
