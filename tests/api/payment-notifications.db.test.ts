import { afterEach, describe, expect, it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';

const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, paystack, begin, buy, read, settled, untilState } = site;

const rowsOf = async (text: string) => (await api.pool.query(text)).rows;
const listProblems = () => admin.read('/api/orders/problems');

afterEach(() => {
  payfast.moods.validate = 'answers';
});

/** Posts a notification with a wrong signature. */
const forge = (provider: string, body: string, headers: Record<string, string> = {}) =>
  api.app.request(`/api/payments/${provider}`, { method: 'POST', body, headers });

async function erase(text: string) {
  const asked = { text, with: [] };
  const { stamp } = (await admin.call('POST', '/api/people/search', asked)).body;
  const erased = await admin.call('POST', '/api/people/erasure', { ...asked, stamp });
  expect(erased.status).toBe(201);
}

/** Finds a word in the tables of the site and of its jobs. */
async function findWord(word: string) {
  const tables = await rowsOf(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await rowsOf(`select from ${name} t where t::text ~* '${word}'`);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

describe('notifications with a wrong signature', () => {
  it('notifications with a wrong signature are one line with their number, and hide no refused payment', async () => {
    const { reference, id } = await buy('payfast');
    await payfast.pay(reference, { changes: { payment_status: 'FAILED' } }).settled;
    await settled(id);
    const signature = { 'x-paystack-signature': 'f'.repeat(15_000) };
    for (let round = 0; round < 110; round += 1) {
      await forge('payfast', `m_payment_id=${reference}&item_name=Gullible${round}&signature=0`);
      await forge('paystack', `{"event":"charge.success","data":"Gullible${round}"}`, signature);
    }
    expect(await listProblems()).toMatchObject({
      refused: [{ order_reference: reference, reason: expect.stringContaining('FAILED') }],
      forged: [
        { provider: 'payfast', count: 110, last_at: openingMorning.toISOString() },
        { provider: 'paystack', count: 110 },
      ],
    });
    expect(await findWord('gullible|ffffffffff')).toEqual([]);
    expect(await rowsOf('select count(*)::int from forged_notifications')).toEqual([{ count: 2 }]);
    expect((await read(id)).notifications).toHaveLength(1);
  });

  it('notifications with a wrong signature are no longer counted after 30 days, and their number is deleted after 90', async () => {
    await forge('payfast', 'signature=0');
    clock.now = new Date('2030-02-07T08:00:37.265Z');
    expect((await listProblems()).forged).toEqual([]);
    clock.now = new Date('2030-04-09T08:00:37.265Z');
    await api.services.orders.keepOrders();
    expect(await rowsOf('select from forged_notifications')).toEqual([]);
  });
});

describe('what a notification says', () => {
  it('what a notification says is stored only until it is verified', async () => {
    const { id, reference } = await buy('payfast');
    payfast.moods.validate = 'is broken';
    await payfast.pay(reference).settled;
    expect(await findWord('thandi')).toContain('public.payment_notifications');
    payfast.moods.validate = 'answers';
    await untilState(id, 'paid');
    expect(await rowsOf('select state, body, headers from payment_notifications')).toEqual([
      { state: 'accepted', body: '', headers: {} },
    ]);
  });

  it('what a notification says is not stored if it is about something else, a refund, or no order', async () => {
    const { reference, token } = await buy('paystack');
    await paystack.pay(reference, { event: 'customeridentification.failed' }).settled;
    await paystack.tell(reference, 'refund.processed', { amount: 7 }).settled;
    await begin(token, 'payfast');
    await payfast.pay(reference, { changes: { m_payment_id: reference.toLowerCase() } }).settled;
    const rows = await rowsOf(
      'select state, body, headers from payment_notifications order by received_at, state',
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ body: '', headers: {} });
  });

  it('what a notification says leaves no name after an erasure, also if it comes later', async () => {
    const { id, reference } = await buy('payfast');
    const delivery = payfast.pay(reference);
    await untilState(id, 'paid');
    await payfast.pay(reference, { changes: { m_payment_id: '' } }).settled;
    await payfast.pay(reference, { changes: { payment_status: 'PENDING' } }).settled;
    await settled(id);
    await site.takeMails();
    await erase(buyerAddress);
    await payfast.pay(reference, { changes: { pf_payment_id: delivery.paymentId } }).settled;
    await expect
      .poll(() => rowsOf(`select from payment_notifications where state = 'pending'`))
      .toEqual([]);
    expect(await findWord('thandi')).toEqual([]);
  });

  it('what a notification says is erased while it waits, whatever the case of its reference', async () => {
    const { reference } = await buy('payfast');
    payfast.moods.validate = 'is broken';
    await payfast.pay(reference).settled;
    await api.pool.query(
      'update payment_notifications set order_reference = lower(order_reference)',
    );
    await site.takeMails();
    await erase(buyerAddress);
    expect(await findWord('thandi')).toEqual([]);
  });

  it('what a notification says is removed from what earlier versions stored', async () => {
    await api.pool.query(`insert into payment_notifications (provider, body, headers, digest, received_at, state, code, settled_at)
      values ('payfast', 'name_first=Thandi', '{}', 'one', '2030-01-06', 'ignored', 'not-a-payment', '2030-01-06'),
        ('payfast', 'name_first=Thandi', '{"x": "y"}', 'two', '2030-01-06', 'refused', 'bad-signature', '2030-01-06')`);
    await api.services.orders.keepOrders();
    expect(await rowsOf('select digest, body from payment_notifications')).toEqual([
      { digest: 'one', body: '' },
    ]);
  });
});

describe('a notification', () => {
  it('a notification is deleted after 90 days, also if it was accepted', async () => {
    const { id, reference } = await buy('payfast');
    await payfast.pay(reference).settled;
    await untilState(id, 'paid');
    clock.now = new Date('2030-04-06T08:00:37.265Z');
    await api.services.orders.keepOrders();
    expect(await rowsOf('select from payment_notifications')).toHaveLength(1);
    clock.now = new Date('2030-04-08T08:00:37.265Z');
    await api.services.orders.keepOrders();
    expect(await rowsOf('select from payment_notifications')).toEqual([]);
    expect((await read(id)).state).toBe('paid');
  });

  it('a notification that is not confirmed for 90 days is refused, and the mentor sees it', async () => {
    const { reference } = await buy('payfast');
    payfast.moods.validate = 'is broken';
    await payfast.pay(reference).settled;
    clock.now = new Date('2030-04-08T08:00:37.265Z');
    await api.services.orders.keepOrders();
    expect((await listProblems()).refused).toMatchObject([
      { order_reference: reference, reason: expect.stringContaining('for 90 days') },
    ]);
    expect(await rowsOf('select body from payment_notifications')).toEqual([{ body: '' }]);
  });

  it('a notification waits in the queue of its provider, so that a silent one delays no other', async () => {
    const bought = [await buy('payfast'), await buy('paystack')];
    payfast.moods.validate = 'is broken';
    paystack.moods.verify = 'is broken';
    await payfast.pay(bought[0]?.reference ?? '').settled;
    await paystack.pay(bought[1]?.reference ?? '').settled;
    paystack.moods.verify = 'answers';
    const queued = await rowsOf(`select j.name, n.provider from pgboss.job j
      join payment_notifications n on n.id::text = j.data ->> 'notificationId' order by 1`);
    expect(queued).toEqual([
      { name: 'verify-payment-payfast', provider: 'payfast' },
      { name: 'verify-payment-paystack', provider: 'paystack' },
    ]);
  });
});
