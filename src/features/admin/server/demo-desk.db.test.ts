import { expect, it } from 'vitest';
import { openTestSite } from '#tests/support/site.ts';
import { query as queryAt } from '#tests/support/site-state.ts';
import { addDemoDesk, removeDemoDesk } from './demo-desk.ts';

const { api, connectionString } = await openTestSite();
const query = (text: string, values?: unknown[]) => queryAt(connectionString, text, values);

const statesOf = async (table: string) =>
  (await query(`select distinct state from ${table} order by state`)).map(({ state }) => state);

it('adds leads, bookings and orders in every state once, without mails, and removes them', async () => {
  const add = () => addDemoDesk(api.db, new Date('2026-11-22T13:37:37.265Z'));
  const mails = () => query('select key from mail_deliveries');
  expect(await add()).toBe(25);
  expect(await add()).toBe(0);
  expect(await statesOf('leads')).toEqual(['answered', 'closed', 'new', 'won']);
  expect(await statesOf('orders')).toEqual([
    'awaiting',
    'cancelled',
    'expired',
    'paid',
    'partly-refunded',
    'refunded',
  ]);
  const [sessions] = await query(
    `select count(held_until)::int held, count(cancelled_at)::int cancelled, count(paid_at)::int paid,
       count(distinct outcome)::int outcomes, count(email)::int emails from bookings`,
  );
  expect(sessions).toEqual({ held: 1, cancelled: 1, paid: 1, outcomes: 2, emails: 0 });
  expect(await mails()).toEqual([]);

  const [order] = await query("select id from orders where state = 'awaiting'");
  await query(
    `insert into payments (order_id, provider, provider_payment_id, amount_cents)
     values ($1, 'bank', 'R450.01', 45001)`,
    [order?.id],
  );
  expect(await removeDemoDesk(api.db)).toBe(25);
  const left = await query(
    `select (select count(*) from leads)::int + (select count(*) from bookings) + (select count(*) from orders)
       + (select count(*) from payments) + (select count(*) from refunds) as rows`,
  );
  expect(left).toEqual([{ rows: '0' }]);
});
