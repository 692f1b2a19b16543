import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openPaymentSite } from '#tests/support/payment-site.ts';

const buyer = 'zoe@example.com';
const bodyOf = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Zoë 𝗧. O’Neill',
  email: buyer,
  phone: null,
  title: 'Two evenings of “Time vs Price”',
  amount_cents: 45_001,
  ...changes,
});

const dayMs = 24 * 3_600_000;
const start = Date.parse('2030-01-03T07:41:37.265Z');
const site = await openPaymentSite({ now: new Date(start) });
const { admin, clock, takeMails, see, mark } = site;

const add = (body: object) => admin.call('POST', '/api/orders', body);
const remind = (id: string) => admin.call('POST', `/api/orders/${id}/reminder`);

async function addOne(changes: Record<string, unknown> = {}) {
  const { status, body: order } = await add(bodyOf(changes));
  expect(status).toBe(201);
  return { ...order, token: order.pay_path.split('/').at(-1) };
}

describe('an order that the mentor creates', () => {
  it('an order that the mentor creates is created once, and emailed with its link and the amount', async () => {
    const body = bodyOf();
    const responses = await Promise.all([add(body), add(body)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const order = responses[0]?.body;
    expect(order).toMatchObject({ id: body.id, amount_cents: 45_001, state: 'awaiting' });
    const { mail } = (await takeMails()).only(buyer);
    expect(mail.subject).toBe(`Your order ${order.reference}: how to pay R450.01`);
    expect(mail.text).toContain(order.pay_path);
    const page = await see({ token: order.pay_path.split('/').at(-1) });
    expect(page).toMatchObject({ item: { title: body.title }, isPayable: true, session: null });
  });

  it('sends nothing to a client without an email', async () => {
    const order = await addOne({ email: null, phone: '082 555 0199' });
    expect((await takeMails()).all).toEqual([]);
    expect((await remind(order.id)).status).toBe(409);
  });

  it.each([
    ['amount_cents', 0],
    ['amount_cents', 450.5],
    ['amount_cents', 100_000_001],
    ['title', ' '],
    ['name', ''],
    ['email', 'zoe@'],
    ['id', 'one'],
  ])('an order that the mentor creates is refused with %s %j', async (field, value) => {
    expect((await add(bodyOf({ [field]: value }))).status).toBe(422);
  });
});

describe('a reminder', () => {
  it('a reminder is emailed, at most once an hour', async () => {
    const { id, reference } = await addOne();
    await takeMails();
    expect((await remind(id)).body).toMatchObject({ reminded_at: new Date(start).toISOString() });
    const { mail } = (await takeMails()).only(buyer);
    expect(mail.subject).toBe(`Reminder: pay R450.01 for your order ${reference}`);
    const refused = await remind(id);
    expect(refused.status).toBe(409);
    expect((await takeMails()).all).toEqual([]);
    clock.now = new Date(start + dayMs / 24);
    expect((await remind(id)).status).toBe(200);
  });

  it('a reminder gives an expired order its time to pay again', async () => {
    const { id, token } = await addOne();
    clock.now = new Date(start + 40 * dayMs);
    await site.api.services.orders.keepOrders();
    expect(await see({ token })).toMatchObject({ state: 'expired', isPayable: false });
    expect((await remind(id)).status).toBe(200);
    const page = await see({ token });
    expect(page).toMatchObject({ state: 'awaiting', isPayable: true });
    expect(+new Date(page.expiresAt ?? 0)).toBeGreaterThan(start + 40 * dayMs);
  });

  it.each(['paid', 'cancelled'])('a reminder is refused for an order that is %s', async (state) => {
    const { id } = await addOne();
    if (state === 'paid') await mark(id);
    else await admin.call('POST', `/api/orders/${id}/cancel`);
    await takeMails();
    expect((await remind(id)).status).toBe(409);
    expect((await takeMails()).all).toEqual([]);
  });
});

it('quick replies link to where the client pays, and else to the offers', async () => {
  const { value, version } = await admin.read('/api/settings/texts');
  const replies = [{ title: 'How to pay', text: 'Pay here: {pay}' }];
  const saved = { version, value: { ...value, replies } };
  expect((await admin.call('PUT', '/api/settings/texts', saved)).status).toBe(200);
  const { id, path } = await site.order();
  const readReply = async () => {
    const { lead_id } = await site.read(id);
    return (await admin.read(`/api/leads/${lead_id}/replies`)).items[0].text;
  };
  expect(await readReply()).toBe(`Pay here: ${site.siteUrl}${path}`);
  await mark(id);
  expect(await readReply()).toBe(`Pay here: ${site.siteUrl}/services`);
});
