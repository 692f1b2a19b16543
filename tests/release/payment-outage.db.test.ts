import { setTimeout as pass } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setUpPaymentOutage } from '#tests/support/payment-outage.ts';

const { payfast, passage, query, start, order, untilPaid } = setUpPaymentOutage();

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
  const api = await start();
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    payfast().pay(await order(api));
    // Each time a little later within the moments in which the payment is settled.
    await pass(round * 6);
    await passage().cut();
    expect(await countTorn()).toBe(0);
    await passage().restore();
    await expect.poll(async () => (await api.app.request('/readyz')).status).toBe(200);
  }
  await untilPaid(rounds);
  expect(await countTorn()).toBe(0);
  expect(await query('select from payments')).toHaveLength(rounds);
  expect(await query('select last_number from paper_series')).toEqual([{ last_number: rounds }]);
});
