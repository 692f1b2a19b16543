import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  listEntitlementsFrom,
  listPackagesFrom,
  revokeFrom,
} from '#features/customers/server/index.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress, type PlacedOrder } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { addPlanCourses } from '#tests/support/plan-courses.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
const begin = new Date(+openingMorning + 37_265);
const site = await openPaymentSite({ now: begin });
const { api, admin, clock, paystack, takeMails, order, read, see, mark, untilState } = site;
const visitor = { ipAddress: '192.0.2.7' };
const dayMs = 86_400_000;

const courseId = planCourses['course-inquiry'];
beforeEach(() => addPlanCourses(api));

/** Publishes a lesson of the course that the plan card sells. */
async function addLesson() {
  await api.pool.query(
    `with section as (insert into sections (course_id, title) values ($1, 'Levels') returning id)
     insert into lessons (section_id, title, published_at) select id, 'Zoë’s levels', now() from section`,
    [courseId],
  );
}

const startNow = ({ token }: PlacedOrder) =>
  api.services.payments.reportPaid(token, visitor, { startNow: true });

const listAccess = ({ id: sourceId }: PlacedOrder) =>
  listEntitlementsFrom(api.db, { source: 'order', sourceId });

async function setDays(days: number | null) {
  await api.pool.query('update courses set access_days = $2 where id = $1', [courseId, days]);
}

const refund = async ({ id }: PlacedOrder, amount_cents: number, changes = {}) => {
  const [payment] = (await read(id)).payments;
  const body = { id: randomUUID(), payment_id: payment?.id, amount_cents, reason: 'As agreed' };
  return admin.call('POST', `/api/orders/${id}/refund`, { ...body, by_hand: true, ...changes });
};

async function buyNow(changes = {}) {
  const placed = await order(changes);
  await startNow(placed);
  await takeMails();
  expect(await mark(placed.id)).toMatchObject({ status: 200 });
  return placed;
}

describe('a paid order', () => {
  it('a paid order opens its course now if the buyer chose to start right away', async () => {
    const placed = await buyNow();
    expect(await listAccess(placed)).toMatchObject([
      { courseId, startsAt: begin, endsAt: null, revokedAt: null },
    ]);
  });

  it('a paid order opens its course after the cooling-off period, or once the buyer starts', async () => {
    await addLesson();
    const placed = await order();
    await takeMails();
    await mark(placed.id);
    const opensAt = new Date(+begin + 7 * dayMs);
    expect(await listAccess(placed)).toMatchObject([{ startsAt: opensAt }]);
    expect((await see(placed)).course).toMatchObject({ opensAt: opensAt.toISOString() });
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.text).toContain('when your seven days of cooling off are over');
    expect(mail.text).not.toContain('/library/');
    clock.now = new Date(+begin + dayMs);
    await api.services.payments.startDelivery(placed.token, visitor);
    await api.services.payments.startDelivery(placed.token, visitor);
    expect(await listAccess(placed)).toMatchObject([{ startsAt: clock.now }]);
    expect(await see(placed)).toMatchObject({
      course: { opensAt: null },
      startNowAt: clock.now.toISOString(),
    });
  });

  it('a paid order ends its access after the days of the course', async () => {
    await setDays(265);
    expect(await listAccess(await buyNow())).toMatchObject([
      { startsAt: begin, endsAt: new Date(+begin + 265 * dayMs) },
    ]);
  });

  it('a course with sessions opens them too, as long as the course is open', async () => {
    await api.pool.query('update courses set sessions = 2, access_days = 265 where id = $1', [
      courseId,
    ]);
    const placed = await buyNow();
    expect(await listPackagesFrom(api.db, { source: 'order', sourceId: placed.id })).toMatchObject([
      {
        ...{ granted: 2, used: 0, sessionType: '1-on-1 Session', sessionMinutes: 60 },
        endsAt: new Date(+begin + 265 * dayMs),
      },
    ]);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.text).toContain('You have 2 sessions to book.');
    expect(mail.text).toContain('Book your next session:');
    expect(await see(placed)).toMatchObject({ course: null, sessionsToBook: 2 });
    await refund(placed, 200_000);
    expect(await see(placed)).toMatchObject({ sessionsToBook: 0 });
  });

  it('a paid order links to the lessons in its email and on its page, once there are any', async () => {
    const first = await buyNow();
    expect((await takeMails()).only(buyerAddress).mail.text).not.toContain('/library/');
    expect((await see(first)).course).toBeNull();
    await addLesson();
    expect((await see(first)).item.deliveryText).not.toContain('Online:');
    // The page can be opened by a person who entered another address. The link is only in the email.
    expect(await see(first)).toMatchObject({ course: { opensAt: null }, isLinkMailed: true });
    await buyNow({ source: 'Blueprint Purchase Inquiry', email: 'zoe@example.com' });
    expect((await takeMails()).only('zoe@example.com').mail.text).not.toContain('/library/');
    const second = await buyNow({ email: 'Zoe@example.com' });
    expect((await see(second)).item.deliveryText).toContain('Online: your private link');
    const { mail } = (await takeMails()).only('Zoe@example.com');
    expect(mail.text).toContain('Open your course:');
    expect(mail.text).toContain('/library/');
  });

  it('a paid order belongs to one customer, with all other orders of the same address', async () => {
    const placed = [
      await buyNow(),
      await buyNow({ email: 'Thandi@Example.com', name: 'T. Mbeki' }),
      await buyNow({ source: 'Blueprint Purchase Inquiry' }),
    ];
    const owners = (await Promise.all(placed.map(listAccess))).flat();
    expect(new Set(owners.map(({ customerId }) => customerId)).size).toBe(1);
    const { rows } = await api.pool.query('select distinct customer_id from orders');
    expect(rows).toEqual([{ customer_id: owners[0]?.customerId }]);
  });

  it('a paid order opens nothing if its course was deleted for good', async () => {
    await api.pool.query('delete from courses');
    const placed = await buyNow();
    expect(await listAccess(placed)).toEqual([]);
    expect((await read(placed.id)).state).toBe('paid');
  });
});

it.each(['payfast', 'paystack'] as const)(
  'opens its course for a day if it was paid with test money of %s, with an email once it opens',
  async (provider) => {
    await addLesson();
    const placed = await site.buy(provider);
    await site[provider].pay(placed.reference).settled;
    await untilState(placed.id, 'paid');
    await site.settled(placed.id);
    await takeMails();
    clock.now = new Date(+begin + 41_265);
    await api.services.payments.startDelivery(placed.token, visitor);
    expect(await listAccess(placed)).toMatchObject([
      { startsAt: clock.now, endsAt: new Date(+clock.now + dayMs) },
    ]);
    expect((await takeMails()).only(buyerAddress).mail.text).toContain('/library/');
  },
);

it('opens its course once for twenty parallel notifications of one payment', async () => {
  const placed = await order();
  const { id, reference, token } = placed;
  const choice = { token, provider: 'paystack', startNow: true } as const;
  await api.services.payments.startPayment(choice, visitor);
  await takeMails();
  await Promise.all(Array.from({ length: 20 }, () => paystack.pay(reference).settled));
  await untilState(id, 'paid');
  await site.settled(id);
  expect(await listAccess(placed)).toHaveLength(1);
  const mails = (await takeMails()).all.map(({ mail }) => mail.subject);
  expect(mails.filter((subject) => subject?.startsWith('Payment received'))).toHaveLength(1);
});

describe('access from an order', () => {
  it('ends when the mark is undone, and opens when the order is marked again', async () => {
    const placed = await buyNow();
    expect((await admin.call('POST', `/api/orders/${placed.id}/undo`)).status).toBe(200);
    expect(await listAccess(placed)).toMatchObject([
      { revokedAt: begin, revokedReason: 'The payment was undone' },
    ]);
    await mark(placed.id);
    expect(await listAccess(placed)).toMatchObject([{ revokedAt: null, revokedReason: null }]);
  });

  it('ends with a refund in full, also in steps', async () => {
    const placed = await buyNow();
    await refund(placed, 45_001);
    expect(await listAccess(placed)).toMatchObject([{ revokedAt: null }]);
    await refund(placed, 154_999);
    expect(await listAccess(placed)).toMatchObject([
      { revokedAt: begin, revokedReason: 'Refunded' },
    ]);
    expect((await see(placed)).course).toBeNull();
  });

  it('ends with a refund in part if the mentor says so', async () => {
    const placed = await buyNow();
    expect((await refund(placed, 45_001, { ends_access: true })).status).toBe(200);
    expect(await listAccess(placed)).toMatchObject([{ revokedReason: 'Refunded in part' }]);
  });

  async function buyByCard() {
    const placed = await order();
    const choice = { token: placed.token, provider: 'paystack', startNow: true } as const;
    await api.services.payments.startPayment(choice, visitor);
    await paystack.pay(placed.reference).settled;
    await untilState(placed.id, 'paid');
    return placed;
  }

  it('stays closed by the mentor if a refund in part could not be sent', async () => {
    const bought = await buyByCard();
    const { reference, id: sourceId } = bought;
    const taken = { at: begin, reason: 'Shared the link' };
    await api.db.transaction((transaction) =>
      revokeFrom(transaction, { source: 'order', sourceId }, taken),
    );
    await refund(bought, 45_001, { by_hand: false });
    const sent = { amount: 45_001, id: paystack.refunds.at(-1)?.id };
    await paystack.tell(reference, 'refund.processed', sent).settled;
    await paystack.tell(reference, 'refund.failed', sent).settled;
    await untilState(sourceId, 'paid');
    expect(await listAccess(bought)).toMatchObject([{ revokedReason: 'Shared the link' }]);
  });

  it('opens again if the provider could not send the refund', async () => {
    const bought = await buyByCard();
    const { reference } = bought;
    await refund(bought, 200_000, { by_hand: false });
    const sent = { amount: 200_000, id: paystack.refunds.at(-1)?.id };
    await paystack.tell(reference, 'refund.processed', sent).settled;
    await expect.poll(() => listAccess(bought)).toMatchObject([{ revokedReason: 'Refunded' }]);
    await paystack.tell(reference, 'refund.failed', sent).settled;
    await expect.poll(() => listAccess(bought)).toMatchObject([{ revokedAt: null }]);
  });
});
