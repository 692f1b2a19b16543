import { expect, it } from 'vitest';
import {
  openingMorning,
  sessionBody,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import type { PlacedOrder } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { setUpBackups } from '#tests/support/set-up-backups.ts';
import { query } from '#tests/support/site-state.ts';

sellSessionsToConfirm();
const site = await openPaymentSite({ now: openingMorning });
const { api, connectionString, follow, mark, order } = site;
const { make, restore, ask } = setUpBackups();

/** Everything that a payment changes, counted on its own. */
const sums = `select
  (select count(*)::int from orders where state = 'paid') as orders,
  (select count(*)::int from payments where undone_at is null) as payments,
  (select count(*)::int from papers) as papers,
  (select coalesce(sum(last_number), 0)::int from paper_series) as numbers,
  (select coalesce(sum(paid_cents), 0)::int from orders) as paid,
  (select coalesce(sum(amount_cents), 0)::int from payments) as received,
  (select count(*)::int from bookings where paid_at is not null) as sessions,
  (select count(*)::int from bookings where paid_at is not null and held_until is null) as confirmed,
  (select count(*)::int from orders where state = 'paid' and booking_id is not null) as ordered`;

it('a backup that is made while people pay has equal sums', async () => {
  const orders: PlacedOrder[] = [];
  for (const booking_date of tuesdaySlots) {
    const body = sessionBody({ booking_date, email: visitorAddress });
    const answer = await api.post('/api/bookings', body);
    orders.push(await follow((await answer.json()).pay_path));
  }
  for (let count = 0; count < 14; count += 1) orders.push(await order());
  const pay = async () => {
    for (const { id } of orders) await mark(id);
  };
  const paying = pay();
  const isBegun = async () => (await query(connectionString, sums))[0].orders > 0;
  await expect.poll(isBegun, { interval: 1 }).toBe(true);
  const bytes = await make({ connectionString });
  await paying;
  await restore(bytes);

  const [restored] = await ask(sums);
  const { orders: paid, paid: cents, sessions } = restored;
  expect(paid).toBeGreaterThan(0);
  expect(restored).toEqual({
    orders: paid,
    payments: paid,
    papers: paid,
    numbers: paid,
    paid: cents,
    received: cents,
    sessions,
    confirmed: sessions,
    ordered: sessions,
  });
});
