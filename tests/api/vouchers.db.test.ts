import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { listEntitlementsFrom } from '#features/customers/server/index.ts';
import { codeRefused } from '#features/vouchers/rules/index.ts';
import { lockVoucher } from '#features/vouchers/server/queries/vouchers.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { openingMorning, sessionBody } from '#tests/support/booking-bodies.ts';
import { buyerAddress, inquiryBody } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { addPlanCourses } from '#tests/support/plan-courses.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { withVouchers } from '#tests/support/vouchers.ts';

offerSampleBank();
const begin = new Date(+openingMorning + 37_265);
const site = await openPaymentSite({ now: begin });
const { api, admin, clock, order, read, see, mark, follow, takeMails } = site;
const vouchers = withVouchers(site);
const visitor = { ipAddress: '192.0.2.7' };
const dayMs = 86_400_000;

const course = planCourses['course-inquiry'];
beforeEach(() => addPlanCourses(api));

const ask = (changes: Record<string, unknown> = {}) =>
  api.post('/api/leads', inquiryBody({ voucher_code: 'SPRING2030', ...changes }));

const refused = {
  status: 422,
  errors: [{ field: 'voucher_code', message: codeRefused }],
};

const countRows = async (table: string) => {
  const { rows } = await api.pool.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
};

/** Sends a code that can’t be used. Nothing may be stored. */
async function expectRefused(changes: Record<string, unknown> = {}) {
  const before = await countRows('leads');
  const response = await ask(changes);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject(refused);
  expect(await countRows('leads')).toBe(before);
}

describe('an order with a code', () => {
  it('costs less by a share of the price, after the sale', async () => {
    await vouchers.add({ percent: 33 });
    const full = await order({ voucher_code: ' spring-2030 ' });
    expect(full.amountCents).toBe(134_000);
    const saleEndTime = { sale_end_time: +begin + 60_000 };
    const reduced = await order({ voucher_code: 'ＳＰＲＩＮＧ２０３０', ...saleEndTime });
    expect(reduced.amountCents).toBe(67_000);
    expect((await see(full)).item.voucher).toEqual({ code: 'SPRING2030', discountCents: 66_000 });
    expect(await vouchers.readAll()).toMatchObject([
      { uses: 2, discount_cents: 99_000, order_cents: 201_000, state: 'usable' },
    ]);
  });

  it('its mails, receipt and invoice show the price, the code and what is to be paid', async () => {
    await vouchers.add({ amount_cents: 45_001 });
    const placed = await order({ voucher_code: 'SPRING2030' });
    expect(placed.amountCents).toBe(154_999);
    const text = (await takeMails()).only(buyerAddress).mail.text?.replaceAll('\u00A0', ' ');
    expect(text).toContain('Price: R2 000.00\nCode SPRING2030: −R450.01\nAmount: R1 549.99');
    await mark(placed.id);
    const { rows } = await api.pool.query('select data from papers');
    expect(rows[0].data).toMatchObject({
      totalCents: 154_999,
      lines: [{ unitCents: 200_000 }, { description: 'Code SPRING2030', unitCents: -45_001 }],
    });
  });

  it('is paid in parts of what is left', async () => {
    await vouchers.add({ percent: 10 });
    const { version } = await admin.read('/api/settings/offers');
    const plans = defaults.offers.plans.map((plan) => ({ ...plan, parts: 'three' }));
    const value = { ...defaults.offers, plans };
    expect((await admin.call('PUT', '/api/settings/offers', { version, value })).status).toBe(200);
    const placed = await order({ voucher_code: 'SPRING2030' });
    const { dues } = await read(placed.id);
    expect(dues.map(({ amount_cents }) => amount_cents)).toEqual([60_000, 60_000, 60_000]);
  });

  it('a repeat of the same form is the same order', async () => {
    await vouchers.add({ max_uses: 1 });
    const body = inquiryBody({ voucher_code: 'SPRING2030' });
    const first = await api.post('/api/leads', body);
    const again = await api.post('/api/leads', body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await countRows('orders')).toBe(1);
    const notice = await api.post('/contact.php', body);
    expect(notice.status).toBe(200);
    expect(await countRows('leads')).toBe(1);
  });
});

describe('a code that can’t be used', () => {
  it.each([
    ['is unknown', { code: 'OTHER2030' }, undefined],
    ['begins tomorrow', { starts_on: '2030-01-08' }, 'not-yet'],
    ['ended yesterday', { ends_on: '2030-01-06' }, 'ended'],
    ['is for another offer', { offer_ids: [planCourses['blueprint-inquiry']] }, undefined],
  ])('a code that %s gets the one sentence, and nothing is stored', async (_, fields, state) => {
    const id = await vouchers.add(fields);
    await expectRefused();
    expect(await vouchers.see(id)).toMatchObject({ uses: 0, state: state ?? 'usable' });
  });

  it('a code that is used up or switched off gets it too', async () => {
    const id = await vouchers.add({ max_uses: 1 });
    expect((await ask()).status).toBe(201);
    await expectRefused({ email: 'zoe@example.com' });
    expect(await vouchers.see(id)).toMatchObject({ uses: 1, state: 'used-up' });
    const off = { version: 1, is_off: true };
    expect(await admin.call('PUT', `/api/vouchers/${id}/switch`, off)).toMatchObject({
      status: 200,
      body: { state: 'off', version: 2 },
    });
    await expectRefused({ email: 'zoe@example.com' });
  });

  it('can be used until the end of its last day on the mentor’s calendar', async () => {
    await vouchers.add({ starts_on: '2030-01-07', ends_on: '2030-01-07' });
    clock.now = new Date('2030-01-07T21:59:59.265Z');
    expect((await ask()).status).toBe(201);
    clock.now = new Date('2030-01-07T22:00:00Z');
    await expectRefused();
  });

  it('is limited for each mailbox', async () => {
    await vouchers.add({ max_uses_each: 1 });
    expect((await ask({ email: 'zoe.oneill@gmail.com' })).status).toBe(201);
    await expectRefused({ email: 'ZoeOneill+two@googlemail.com' });
    expect((await ask({ email: 'another@example.com' })).status).toBe(201);
  });

  it('a booking with it is not stored, and can be sent without it', async () => {
    const body = sessionBody();
    const response = await api.post('/api/bookings', { ...body, voucher_code: 'GUESS2030' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject(refused);
    expect(await countRows('bookings')).toBe(0);
    expect((await api.post('/api/bookings', body)).status).toBe(201);
  });

  it('a free session takes none', async () => {
    await vouchers.add();
    const body = sessionBody({ session_type: 'Free Consultation', voucher_code: 'SPRING2030' });
    expect((await api.post('/api/bookings', body)).status).toBe(422);
  });
});

it('twenty parallel buyers share the last use: one gets it', async () => {
  const id = await vouchers.add({ max_uses: 1 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask({ email: `zoe${index}@example.com` })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(19);
  expect(await countRows('leads')).toBe(1);
  expect(await vouchers.see(id)).toMatchObject({ uses: 1, state: 'used-up' });
});

it('a voucher is locked until the transaction that counts its uses ends', async () => {
  await vouchers.add({ max_uses: 1 });
  await api.db.transaction(async (transaction) => {
    expect(await lockVoucher(transaction, 'SPRING2030')).toMatchObject({ uses: 0 });
    const lock = api.pool.query('select from vouchers for update nowait');
    await expect(lock).rejects.toThrow('could not obtain lock');
  });
});

describe('a use', () => {
  it('comes back when the order expires, and counts again when the mentor reopens the order', async () => {
    const id = await vouchers.add({ max_uses: 1 });
    const placed = await order({ voucher_code: 'SPRING2030' });
    clock.now = new Date(+begin + 8 * dayMs);
    await api.services.orders.keepOrders();
    expect(await read(placed.id)).toMatchObject({ state: 'expired' });
    expect(await vouchers.see(id)).toMatchObject({ uses: 0, discount_cents: 0, state: 'usable' });
    expect((await ask({ email: 'zoe@example.com' })).status).toBe(201);
    // The mentor decides: the order keeps the price that its buyer was told.
    expect(await admin.call('POST', `/api/orders/${placed.id}/reminder`)).toMatchObject({
      status: 200,
    });
    expect(await vouchers.see(id)).toMatchObject({ uses: 2, state: 'used-up' });
  });

  it('comes back when the order is cancelled', async () => {
    const id = await vouchers.add({ max_uses: 1 });
    const placed = await order({ voucher_code: 'SPRING2030' });
    await admin.call('POST', `/api/orders/${placed.id}/cancel`);
    expect(await vouchers.see(id)).toMatchObject({ uses: 0, state: 'usable' });
  });

  it('comes back with a cancelled session, and stays while an expired one can still be paid', async () => {
    const id = await vouchers.add({ max_uses: 1 });
    const body = sessionBody({ voucher_code: 'SPRING2030' });
    const { pay_path } = await (await api.post('/api/bookings', body)).json();
    const placed = await follow(pay_path);
    clock.now = new Date(+begin + 3 * dayMs);
    await api.services.orders.keepOrders();
    expect(await read(placed.id)).toMatchObject({ state: 'expired', obstacle: null });
    expect(await vouchers.see(id)).toMatchObject({ uses: 1 });
    clock.now = begin;
    await api.services.cancelBooking({ id: body.id }, visitor);
    expect(await vouchers.see(id)).toMatchObject({ uses: 0, state: 'usable' });
  });
});

describe('a code for the whole price', () => {
  const readOnlyOrder = async () => {
    const { items } = await admin.read('/api/orders');
    expect(items).toHaveLength(1);
    return read(items[0].id);
  };

  it('opens a course without a payment, with a receipt of R0.00', async () => {
    await api.pool.query(
      `with section as (insert into sections (course_id, title) values ($1, 'Levels') returning id)
       insert into lessons (section_id, title, published_at) select id, 'Zoë’s levels', now() from section`,
      [course],
    );
    const id = await vouchers.add({ percent: 100, max_uses: 1 });
    const response = await ask({ name: 'Zoë 𝗧. O’Neill' });
    expect(response.status).toBe(201);
    expect(await response.json()).not.toHaveProperty('pay_path');
    const placed = await readOnlyOrder();
    expect(placed).toMatchObject({ state: 'paid', amount_cents: 0, paid_cents: 0, payments: [] });
    expect(placed.documents).toMatchObject([{ kind: 'receipt' }]);
    const { rows } = await api.pool.query('select data from papers');
    expect(rows[0].data).toMatchObject({ totalCents: 0, payment: { method: 'Code SPRING2030' } });
    const given = await listEntitlementsFrom(api.db, { source: 'order', sourceId: placed.id });
    expect(given).toMatchObject([{ courseId: course, startsAt: begin, revokedAt: null }]);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.subject).toBe(`Nothing to pay: ${placed.reference}`);
    expect(mail.text).toContain('Your lessons are open.');
    expect(await vouchers.see(id)).toMatchObject({ uses: 1, order_cents: 0, state: 'used-up' });
    await admin.call('POST', `/api/orders/${placed.id}/cancel`);
    const [ended] = await listEntitlementsFrom(api.db, { source: 'order', sourceId: placed.id });
    expect(ended?.revokedAt).not.toBeNull();
    expect(await vouchers.see(id)).toMatchObject({ uses: 0 });
  });

  it('confirms a session that is paid to confirm, and comes back with its cancellation', async () => {
    const { version } = await admin.read('/api/settings/offers');
    const mentorshipOptions = defaults.offers.mentorshipOptions.map((type) =>
      type.payment === 'later' ? { ...type, payment: 'confirm' } : type,
    );
    const value = { ...defaults.offers, mentorshipOptions };
    expect((await admin.call('PUT', '/api/settings/offers', { version, value })).status).toBe(200);
    const id = await vouchers.add({ percent: 100, offer_ids: ['1-on-1-session'] });
    const body = sessionBody({ voucher_code: 'SPRING2030' });
    const response = await api.post('/api/bookings', body);
    expect(await response.json()).toMatchObject({ held_until: null });
    expect(await admin.read(`/api/bookings/${body.id}`)).toMatchObject({
      held_until: null,
      paid_at: begin.toISOString(),
    });
    expect(await readOnlyOrder()).toMatchObject({ state: 'paid' });
    await api.services.cancelBooking({ id: body.id }, visitor);
    expect(await readOnlyOrder()).toMatchObject({ state: 'cancelled' });
    expect(await vouchers.see(id)).toMatchObject({ uses: 0 });
  });
});

it('a form that waited for the database is not lost with a code that ended meanwhile', async () => {
  await vouchers.add({ ends_on: '2030-01-06' });
  const id = randomUUID();
  const response = await api.post('/contact.php', inquiryBody({ id, voucher_code: 'SPRING2030' }));
  expect(response.status).toBe(200);
  await expect.poll(() => countRows('orders')).toBe(1);
  const { rows } = await api.pool.query('select amount_cents, item from orders');
  expect(rows[0]).toMatchObject({
    amount_cents: 200_000,
    item: { voucher: { code: 'SPRING2030', discountCents: 0 } },
  });
  const { mail } = (await takeMails()).only(buyerAddress);
  expect(mail.text).toContain('Code SPRING2030: Could no longer be used');
});

it('guessing is limited, also with the id of the same form', async () => {
  const limited = await site.startAnother({ isLimited: true });
  const id = randomUUID();
  const guess = (code: string) =>
    limited.post('/api/leads', inquiryBody({ id, voucher_code: code }));
  for (let n = 0; n < 20; n += 1) expect((await guess(`GUESS${n}`)).status).toBe(422);
  const last = await guess('GUESS20');
  expect(last.status).toBe(429);
  expect(await last.json()).toMatchObject({ code: 'too-many-requests' });
  expect((await limited.post('/api/leads', inquiryBody({ id }))).status).toBe(201);
});

describe('the mentor', () => {
  it('cannot have a code twice, and each edit names its version', async () => {
    const id = await vouchers.add({ code: 'Spring-2030' });
    const twice = { id: randomUUID(), code: 'ｓｐｒｉｎｇ 2030', percent: 5 };
    expect(await admin.call('POST', '/api/vouchers', twice)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'code', message: 'You have this code already.' }] },
    });
    const change = { code: 'SPRING2030', amount_cents: 45_001, version: 1 };
    expect(await admin.call('PUT', `/api/vouchers/${id}`, change)).toMatchObject({ status: 200 });
    expect(
      await admin.call('PUT', `/api/vouchers/${id}`, { ...change, amount_cents: 1 }),
    ).toMatchObject({ status: 409, body: { current: { amount_cents: 45_001, version: 2 } } });
  });

  it.each([
    [{ percent: 101 }, 'percent'],
    [{ percent: 10, amount_cents: 100 }, 'discount'],
    [{}, 'discount'],
    [{ percent: 10, code: 'ABC' }, 'code'],
    [{ percent: 10, code: 'ЅРRІNG' }, 'code'],
    [{ percent: 10, starts_on: '2030-02-01', ends_on: '2030-01-31' }, 'ends_on'],
    [{ percent: 10, max_uses: 0 }, 'max_uses'],
  ])('cannot save %j', async (fields, field) => {
    const body = { id: randomUUID(), code: 'SPRING2030', ...fields };
    expect(await admin.call('POST', '/api/vouchers', body)).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });
});

it('a person’s export names their code, and an erasure keeps the uses of what they have', async () => {
  const id = await vouchers.add({ percent: 100 });
  expect((await ask()).status).toBe(201);
  await order({ voucher_code: undefined });
  const person = { text: buyerAddress, with: [] };
  const file = await admin.asMentor('POST', '/api/people/export', person);
  expect(await file.text()).toContain('SPRING2030');
  const { stamp } = (await admin.call('POST', '/api/people/search', person)).body;
  const erased = await admin.call('POST', '/api/people/erasure', { ...person, stamp });
  expect(erased).toMatchObject({ status: 201, body: { counts: { orders: 2 } } });
  const { rows } = await api.pool.query('select state, name, email from orders');
  expect(rows).toEqual([{ state: 'paid', name: null, email: null }]);
  expect(await vouchers.see(id)).toMatchObject({ uses: 1 });
});
