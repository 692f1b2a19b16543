import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProviderName } from '#rules/payment-methods.ts';
import { mentorAddress } from '#tests/support/api.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';

const site = await openPaymentSite({ now: openingMorning });
const { admin, clock, payfast, paystack, takeMails, buy, read, see, untilState } = site;

const passSeconds = (seconds: number) => {
  clock.now = new Date(+openingMorning + seconds * 1_000);
};

afterEach(() => {
  payfast.moods.refund = 'answers';
  paystack.moods.refund = 'answers';
});

async function paidBy(provider: ProviderName = 'paystack') {
  const bought = await buy(provider);
  await (provider === 'payfast' ? payfast : paystack).pay(bought.reference).settled;
  await untilState(bought.id, 'paid');
  await takeMails();
  passSeconds(1);
  const [payment] = (await read(bought.id)).payments;
  return { ...bought, paymentId: payment?.id };
}
type Paid = Awaited<ReturnType<typeof paidBy>>;

const refund = ({ id, paymentId }: Paid, amount_cents: number, changes = {}) =>
  admin.call('POST', `/api/orders/${id}/refund`, {
    id: randomUUID(),
    payment_id: paymentId,
    amount_cents,
    reason: 'As agreed',
    ...changes,
  });
const tell = ({ reference }: Paid, event: string, data: Record<string, unknown>) =>
  paystack.tell(reference, event, data);
const resolve = async ({ id }: Paid, state: 'done' | 'failed') => {
  const [found] = (await read(id)).refunds;
  return admin.call('PUT', `/api/orders/${id}/refunds/${found?.id}`, { state });
};
const listProblems = () => admin.read('/api/orders/problems');
const lastId = () => paystack.refunds.at(-1)?.id;

describe('a refund that Paystack has accepted', () => {
  it('a refund that Paystack has accepted is on its way until Paystack says that the money is sent', async () => {
    const paid = await paidBy();
    const asked = await refund(paid, 45_001);
    expect(asked.body).toMatchObject({
      state: 'paid',
      refunded_cents: 0,
      refunds: [{ state: 'sent', message: null }],
      documents: [{ kind: 'receipt' }],
    });
    expect((await takeMails()).all).toEqual([]);
    expect(await see(paid)).toMatchObject({ refundedCents: 0, sentCents: 45_001 });
    expect((await listProblems()).refunds).toEqual([]);

    const processed = tell(paid, 'refund.processed', { amount: 45_001, id: lastId() });
    await processed.settled;
    expect(await read(paid.id)).toMatchObject({
      state: 'partly-refunded',
      refunded_cents: 45_001,
      refunds: [{ state: 'done' }],
      documents: [{ kind: 'receipt' }, { kind: 'credit note' }],
    });
    expect(await see(paid)).toMatchObject({ sentCents: 0 });
    expect((await takeMails()).only(buyerAddress).mail.subject).toBe(`Refund: ${paid.reference}`);

    // Repeats change nothing, with the same bytes or others.
    await paystack.repeat(processed).settled;
    await tell(paid, 'refund.processed', { amount: 45_001, id: lastId(), again: true }).settled;
    await tell(paid, 'refund.processing', { amount: 45_001, id: lastId() }).settled;
    expect(await read(paid.id)).toMatchObject({ refunded_cents: 45_001, refunds: [{}] });
  });

  it('a refund that Paystack has accepted is not refunded a second time while it is on its way', async () => {
    const paid = await paidBy();
    await refund(paid, 45_001);
    expect((await refund(paid, 155_000)).status).toBe(409);
    expect((await refund(paid, 154_999)).status).toBe(200);
    for (const { amountCents: amount, id } of paystack.refunds.slice(-2))
      await tell(paid, 'refund.processed', { amount, id }).settled;
    expect(await read(paid.id)).toMatchObject({ state: 'refunded', refunded_cents: 200_000 });
  });

  it('a refund that Paystack has accepted is the mentor’s task if it fails, and can be tried again', async () => {
    const paid = await paidBy();
    await refund(paid, 200_000);
    await tell(paid, 'refund.failed', { amount: '200000', id: lastId() }).settled;
    expect(await read(paid.id)).toMatchObject({ state: 'paid', refunds: [{ state: 'failed' }] });
    const { mail } = (await takeMails()).only(mentorAddress);
    expect(mail.subject).toBe(`Refund needs your attention: ${paid.reference}`);
    expect(mail.text).toContain('Paystack could not send the refund.');
    expect((await listProblems()).refunds).toMatchObject([{ reference: paid.reference }]);
    expect(await see(paid)).toMatchObject({ sentCents: 0 });
  });

  it('a refund that Paystack has accepted is the mentor’s task if Paystack needs more details', async () => {
    const paid = await paidBy();
    await refund(paid, 200_000);
    await tell(paid, 'refund.needs-attention', { amount: 200_000, id: lastId() }).settled;
    expect((await listProblems()).refunds).toMatchObject([
      { state: 'sent', message: expect.stringContaining('needs more details') },
    ]);
    const { mail } = (await takeMails()).only(mentorAddress);
    expect(mail.subject).toBe(`Refund needs more details: ${paid.reference}`);
    expect(mail.text).toContain('Paystack needs more details to send this refund.');

    await tell(paid, 'refund.failed', { amount: 200_000, id: lastId() }).settled;
    const { mail: second } = (await takeMails()).only(mentorAddress);
    expect(second.subject).toBe(`Refund needs your attention: ${paid.reference}`);
    expect(second.text).toContain('Paystack could not send the refund.');

    // A late event does not ask for details of a refund that has failed.
    await tell(paid, 'refund.needs-attention', { amount: 200_000, id: lastId(), late: true })
      .settled;
    expect((await takeMails()).all).toEqual([]);
    expect((await listProblems()).refunds).toMatchObject([{ state: 'failed' }]);
  });

  it('a refund that Paystack has accepted is the mentor’s task if nothing is heard for ten days, who can then settle it', async () => {
    const paid = await paidBy();
    await refund(paid, 200_000);
    passSeconds(11 * 86_400);
    expect((await listProblems()).refunds).toMatchObject([{ state: 'sent' }]);
    expect((await resolve(paid, 'done')).body).toMatchObject({ state: 'refunded' });
    await tell(paid, 'refund.processed', { amount: 200_000, id: lastId() }).settled;
    expect(await read(paid.id)).toMatchObject({ refunded_cents: 200_000, refunds: [{}] });
  });

  it('a refund that Paystack has accepted of unallocated money no longer asks for a decision', async () => {
    const bought = await buy('paystack');
    await admin.call('POST', `/api/orders/${bought.id}/cancel`);
    await paystack.pay(bought.reference).settled;
    await site.settled(bought.id);
    const [payment] = (await read(bought.id)).payments;
    const paid = { ...bought, paymentId: payment?.id };
    expect(await see(paid)).toMatchObject({ unallocatedCents: 200_000 });
    expect((await refund(paid, 200_000)).body).toMatchObject({ has_unallocated: false });
    expect(await see(paid)).toMatchObject({ unallocatedCents: 0, sentCents: 200_000 });
  });
});

describe('a refund that was made and fails later', () => {
  async function fail(amount: number) {
    const paid = await paidBy();
    await refund(paid, amount);
    await tell(paid, 'refund.processed', { amount, id: lastId() }).settled;
    await takeMails();
    passSeconds(37);
    await tell(paid, 'refund.failed', { amount, id: lastId() }).settled;
    return paid;
  }
  const sumMonth = () => admin.read('/api/orders/sums?period=2030-01');

  it('a refund that was made and fails later is the mentor’s task, and the money is on the order again', async () => {
    const paid = await fail(200_000);
    expect(await read(paid.id)).toMatchObject({
      state: 'paid',
      refunded_cents: 0,
      refunds: [{ state: 'failed' }],
      payments: [{ refunded_cents: 0 }],
    });
    expect((await listProblems()).refunds).toMatchObject([
      {
        reference: paid.reference,
        left_cents: 200_000,
        message: expect.stringContaining('You still have the money.'),
      },
    ]);
    const mails = await takeMails();
    expect(mails.only(mentorAddress).mail.text).toContain('says that this refund failed after all');
    const { mail } = mails.only(buyerAddress);
    expect(mail.subject?.replaceAll('\u00a0', ' ')).toBe(
      `Your refund of R2 000 could not be sent: ${paid.reference}`,
    );
    const page = await see(paid);
    expect(page).toMatchObject({ state: 'paid', refundedCents: 0, failedCents: 200_000 });
    await site.api.pool.query('update payments set is_test = false');
    expect(await sumMonth()).toMatchObject({ paid_cents: 200_000, refunded_cents: 0 });
  });

  it('a refund that was made and fails later gets a receipt in place of its credit note', async () => {
    const paid = await fail(45_001);
    const { documents } = await read(paid.id);
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual([
      'credit note',
      'receipt',
      'receipt',
    ]);
    const note = documents.find(({ kind }) => kind === 'credit note');
    const { rows } = await site.api.pool.query(
      `select data from papers where data ->> 'reversedNumber' = $1`,
      [note?.number],
    );
    expect(rows).toMatchObject([{ data: { kind: 'receipt', totalCents: 45_001 } }]);
  });

  it('ends as a task with the next refund, which has another credit note', async () => {
    const paid = await fail(200_000);
    await refund(paid, 200_000, { by_hand: true });
    expect((await listProblems()).refunds).toEqual([]);
    expect(await see(paid)).toMatchObject({ state: 'refunded', failedCents: 0 });
    const { documents } = await read(paid.id);
    expect(documents.filter(({ kind }) => kind === 'credit note')).toHaveLength(2);
    // A late repeat says nothing new.
    await tell(paid, 'refund.failed', { amount: 200_000, id: lastId(), again: true }).settled;
    expect(await see(paid)).toMatchObject({ state: 'refunded', failedCents: 0 });
    expect((await listProblems()).refunds).toEqual([]);
  });

  it('a refund that was made and fails later ends as a task when the mentor has dealt with it', async () => {
    const paid = await fail(45_001);
    const [failed] = (await listProblems()).refunds;
    const path = `/api/orders/${paid.id}/refunds/${failed.id}`;
    expect((await admin.call('PUT', path, { state: 'checked' })).status).toBe(200);
    expect((await listProblems()).refunds).toEqual([]);
    expect(await read(paid.id)).toMatchObject({ refunds: [{ state: 'failed' }] });
    expect(await see(paid)).toMatchObject({ failedCents: 0 });
  });

  it('a refund that was made and fails later of unallocated money asks for a decision again', async () => {
    const bought = await buy('paystack');
    await admin.call('POST', `/api/orders/${bought.id}/cancel`);
    await paystack.pay(bought.reference).settled;
    await site.settled(bought.id);
    const [payment] = (await read(bought.id)).payments;
    const paid = { ...bought, paymentId: payment?.id };
    passSeconds(1);
    await refund(paid, 200_000);
    await tell(paid, 'refund.processed', { amount: 200_000, id: lastId() }).settled;
    expect(await see(paid)).toMatchObject({ returnedCents: 200_000, decision: null });
    await tell(paid, 'refund.failed', { amount: 200_000, id: lastId() }).settled;
    expect(await see(paid)).toMatchObject({ returnedCents: 0, unallocatedCents: 200_000 });
  });

  it('leaves an order that was paid in part cancelled', async () => {
    const paid = await buy('paystack');
    await admin.call('POST', `/api/orders/${paid.id}/part`, { amount_cents: 45_001 });
    const [payment] = (await read(paid.id)).payments;
    const asked = { ...paid, paymentId: payment?.id };
    await site.api.pool.query(`update payments set provider = 'paystack' where id = $1`, [
      payment?.id,
    ]);
    await site.api.pool.query(`update payments set provider_payment_id = $2 where id = $1`, [
      payment?.id,
      paid.transactionReference,
    ]);
    await refund(asked, 45_001);
    await tell(asked, 'refund.processed', { amount: 45_001, id: lastId() }).settled;
    expect(await read(paid.id)).toMatchObject({ state: 'refunded' });
    await tell(asked, 'refund.failed', { amount: 45_001, id: lastId() }).settled;
    expect(await read(paid.id)).toMatchObject({ state: 'cancelled', paid_cents: 45_001 });
    expect((await listProblems()).cancelled_parts).toHaveLength(1);
  });
});

describe('a refund without an answer', () => {
  it('a refund without an answer cannot be settled while the answer may still come', async () => {
    const paid = await paidBy();
    paystack.moods.refund = 'is broken';
    await refund(paid, 200_000);
    passSeconds(15);
    expect((await resolve(paid, 'failed')).status).toBe(409);
    passSeconds(16);
    expect((await resolve(paid, 'failed')).status).toBe(200);
  });

  it.each(['payfast', 'paystack'] as const)(
    'a refund without an answer counts if the answer of %s comes after the mentor said that it was not made',
    async (provider) => {
      const paid = await paidBy(provider);
      const double = provider === 'payfast' ? payfast : paystack;
      const before = double.refunds.length;
      const { promise, resolve: answer } = Promise.withResolvers<void>();
      double.moods.refund = promise;
      const asked = refund(paid, 200_000);
      await expect.poll(async () => (await read(paid.id)).refunds).toHaveLength(1);
      passSeconds(17);
      expect((await resolve(paid, 'failed')).body.refunds).toMatchObject([{ state: 'failed' }]);
      answer();
      const state = provider === 'payfast' ? 'done' : 'sent';
      expect((await asked).body.refunds).toMatchObject([{ state }]);
      // There is nothing left to refund.
      expect((await refund(paid, 200_000)).status).toBe(409);
      expect(double.refunds).toHaveLength(before + 1);
    },
  );

  it('a refund without an answer counts if Paystack reports it after the mentor said that it was not made', async () => {
    const paid = await paidBy();
    paystack.moods.refund = 'is broken';
    await refund(paid, 200_000);
    passSeconds(17);
    await resolve(paid, 'failed');
    await tell(paid, 'refund.processed', { amount: 200_000 }).settled;
    expect(await read(paid.id)).toMatchObject({
      state: 'refunded',
      refunded_cents: 200_000,
      refunds: [{ state: 'done' }],
    });
    expect((await refund(paid, 1)).status).toBe(409);
  });

  it('needs the mentor if the money was sent back another way meanwhile', async () => {
    const paid = await paidBy();
    paystack.moods.refund = 'is broken';
    await refund(paid, 200_000);
    passSeconds(17);
    await resolve(paid, 'failed');
    await refund(paid, 199_999, { by_hand: true });
    await tell(paid, 'refund.processed', { amount: 200_000 }).settled;
    expect(await read(paid.id)).toMatchObject({ refunded_cents: 199_999 });
    expect((await listProblems()).refunds).toMatchObject([
      { state: 'failed', message: expect.stringContaining('may have been refunded twice') },
    ]);
  });
});

describe('a refund on Paystack’s dashboard', () => {
  it('a refund on Paystack’s dashboard is booked with its credit note once it is made', async () => {
    const paid = await paidBy();
    await tell(paid, 'refund.pending', { amount: 45_001, id: 77 }).settled;
    expect((await read(paid.id)).refunds).toEqual([]);
    await tell(paid, 'refund.processed', { amount: 45_001, id: 77 }).settled;
    expect(await read(paid.id)).toMatchObject({
      state: 'partly-refunded',
      refunded_cents: 45_001,
      refunds: [{ state: 'done', created_by: 'Paystack' }],
    });
    expect((await takeMails()).to(buyerAddress)).toHaveLength(1);
  });

  it('a refund on Paystack’s dashboard that the mentor has noted by hand is not booked twice', async () => {
    const paid = await paidBy();
    await refund(paid, 45_001, { by_hand: true });
    await tell(paid, 'refund.processed', { amount: 45_001, id: 77 }).settled;
    expect(await read(paid.id)).toMatchObject({ refunded_cents: 45_001, refunds: [{}] });
  });

  it('a refund on Paystack’s dashboard of more than what is left is listed', async () => {
    const paid = await paidBy();
    await refund(paid, 199_999, { by_hand: true });
    await tell(paid, 'refund.processed', { amount: 2, id: 77 }).settled;
    expect(await read(paid.id)).toMatchObject({ refunded_cents: 199_999 });
    expect((await listProblems()).refused).toMatchObject([
      { reason: expect.stringContaining('more than what is left') },
    ]);
  });
});

it('a disputed payment is the mentor’s task until it is resolved', async () => {
  const paid = await paidBy();
  const dueAt = '2030-01-08T09:00:37.265Z';
  await tell(paid, 'charge.dispute.create', { id: 358_950, dueAt }).settled;
  const { mail } = (await takeMails()).only(mentorAddress);
  expect(mail.subject).toBe(`Payment disputed: ${paid.reference}`);
  expect(mail.text).toContain('Answer by: Tuesday, 8 January 2030');
  const disputes = [{ reference: paid.reference, amount_cents: 200_000, due_at: dueAt }];
  expect(await listProblems()).toMatchObject({ disputes });
  expect(await read(paid.id)).toMatchObject({ state: 'paid', disputes });
  await tell(paid, 'charge.dispute.remind', { id: 358_950, dueAt }).settled;
  expect((await takeMails()).to(mentorAddress)).toHaveLength(1);
  await tell(paid, 'charge.dispute.resolve', { id: 358_950, resolution: 'declined' }).settled;
  // A reminder that was under way.
  await tell(paid, 'charge.dispute.remind', { id: 358_950, dueAt, late: true }).settled;
  expect((await listProblems()).disputes).toEqual([]);
  expect((await takeMails()).all).toEqual([]);
});
