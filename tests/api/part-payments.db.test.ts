import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findDocument } from '#features/documents/server/index.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, takeMails, payfast, order, read, see, begin, settled } = site;

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const post = (id: string, action: string, body: unknown = {}) =>
  admin.call('POST', `/api/orders/${id}/${action}`, body);
/** The next payments come a little later than those before. */
const passTime = () => {
  clock.now = new Date(+(clock.now ?? openingMorning) + 37_265);
};
const record = (id: string, amount_cents: number, more: Record<string, unknown> = {}) => {
  passTime();
  return post(id, 'part', { amount_cents, note: 'Zoë 𝗧. O’Neill', ...more });
};
const refund = (id: string, payment_id: string, amount_cents: number) =>
  post(id, 'refund', { id: randomUUID(), payment_id, amount_cents, reason: 'Ends', by_hand: true });

/** Makes an order and records R1 985.01 of its R2 000. */
async function partOrder() {
  const placed = await order();
  await takeMails();
  expect((await record(placed.id, 198_501)).status).toBe(200);
  return placed;
}

const toLines = async (number: string | undefined) =>
  (await findDocument(api.db, number ?? ''))?.data.lines.map(({ unitCents }) => unitCents);

describe('a part that the mentor records', () => {
  it('a part that the mentor records is placed with a receipt, and the rest stays open', async () => {
    const placed = await partOrder();
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(plain(mail.subject)).toBe(`We received R1 985.01: ${placed.reference}`);
    expect(plain(mail.text)).toContain('Paid: R1 985.01 of R2 000 paid, R14.99 left');
    expect(mail.attachments).toHaveLength(1);
    const { documents, ...listed } = await read(placed.id);
    expect(listed).toMatchObject({ state: 'awaiting', paid_cents: 198_501, paid_at: null });
    expect(await toLines(documents[0]?.number)).toEqual([198_501]);
    const page = await see(placed);
    expect(page).toMatchObject({ state: 'awaiting', dueNowCents: 1_499, isPayable: true });
    expect(plain(page.partText)).toBe('R1 985.01 of R2 000 paid, R14.99 left');
  });

  it('a part that the mentor records ends with the rest, by the provider that is asked for it', async () => {
    const placed = await partOrder();
    passTime();
    await begin(placed.token, 'payfast');
    await payfast.pay(placed.reference).settled;
    await settled(placed.id);
    const { documents, dues, payments, ...paid } = await read(placed.id);
    expect(paid).toMatchObject({ state: 'paid', paid_cents: 200_000 });
    expect(payments.map(({ amount_cents }) => amount_cents)).toEqual([198_501, 1_499]);
    expect(documents.map(({ kind }) => kind)).toEqual(['receipt', 'receipt']);
    expect(dues).toMatchObject([{ state: 'paid', open_cents: 0 }]);
  });

  it('a part that the mentor records may be more than what is left, which is unallocated then', async () => {
    const placed = await partOrder();
    await record(placed.id, 5_000);
    const paid = await read(placed.id);
    expect(paid).toMatchObject({ state: 'paid', paid_cents: 200_000, has_unallocated: true });
    const surplus = paid.payments.filter(({ is_unallocated }) => is_unallocated);
    expect(surplus).toMatchObject([{ amount_cents: 3_501 }]);
  });

  it('a part that the mentor records is exported with what is left', async () => {
    await partOrder();
    const response = await admin.asMentor('GET', '/api/orders/export');
    const [, line] = (await response.text()).split('\r\n');
    const cells = line?.split(';').map((cell) => cell.slice(1, -1));
    expect([...(cells?.slice(4, 7) ?? []), ...(cells?.slice(-4, -2) ?? [])]).toEqual([
      '2000.00',
      '1985.01',
      '0.00',
      '14.99',
      '0.00',
    ]);
  });

  it('a part that the mentor records does not expire, and cannot be lost by cancelling the order', async () => {
    const placed = await partOrder();
    clock.now = new Date(+openingMorning + 60 * 86_400_000);
    await api.services.orders.keepOrders();
    expect(await read(placed.id)).toMatchObject({ state: 'awaiting', paid_cents: 198_501 });
    expect((await post(placed.id, 'cancel')).status).toBe(409);
  });

  it('a part that the mentor records is undone with a credit note for its own receipt', async () => {
    const placed = await partOrder();
    await record(placed.id, 1_000);
    passTime();
    await post(placed.id, 'undo');
    const { documents, ...listed } = await read(placed.id);
    expect(listed).toMatchObject({ state: 'awaiting', paid_cents: 198_501 });
    const [, second, note] = documents;
    const credit = await findDocument(api.db, note?.number ?? '');
    expect(credit?.data).toMatchObject({ reversedNumber: second?.number, totalCents: 1_000 });
  });
});

describe('the rest', () => {
  it('the rest is waived in one step, and the receipt shows the discount', async () => {
    const placed = await order();
    await record(placed.id, 198_501, { waives_rest: true });
    const { documents, dues, ...paid } = await read(placed.id);
    expect(paid).toMatchObject({ state: 'paid', paid_cents: 198_501 });
    expect(dues).toMatchObject([{ state: 'waived', waived_cents: 1_499, open_cents: 0 }]);
    expect(await toLines(documents[0]?.number)).toEqual([200_000, -1_499]);
    expect(plain((await see(placed)).partText)).toBe('R1 985.01 of R2 000 paid, R14.99 waived');
    const month = clock.now?.toISOString().slice(0, 7);
    const sums = await admin.read(`/api/orders/sums?period=${month}`);
    expect(sums.paid_cents).toBe(198_501);
  });

  it('the rest is waived later, and the client reads that nothing is left', async () => {
    const placed = await partOrder();
    await takeMails();
    expect((await post(placed.id, 'waive')).status).toBe(200);
    expect((await post(placed.id, 'waive')).status).toBe(200);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.subject).toBe(`Nothing left to pay: ${placed.reference}`);
    expect(plain(mail.text)).toContain('R1 985.01 of R2 000 paid, R14.99 waived');
    expect(await see(placed)).toMatchObject({ state: 'paid', isPayable: false, dueNowCents: 0 });
  });

  it('the rest is what a reminder is about, with the link and the amount', async () => {
    const placed = await partOrder();
    await takeMails();
    expect((await post(placed.id, 'reminder')).status).toBe(200);
    expect((await post(placed.id, 'reminder')).status).toBe(409);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(plain(mail.subject)).toBe(`Reminder: pay R14.99 for your order ${placed.reference}`);
    expect(mail.text).toContain('Thanks for your payment.');
    expect(mail.text).toContain(placed.path);
    expect(mail.text).toContain('Account number: 0000000000');
  });

  it('the rest cannot be waived where nothing was paid', async () => {
    const { id } = await order();
    expect((await post(id, 'waive')).status).toBe(409);
  });
});

describe('money that no due asks for', () => {
  it('money that no due asks for is unallocated until the mentor records it as a part', async () => {
    const placed = await order();
    await begin(placed.token, 'payfast');
    await payfast.pay(placed.reference, { changes: { amount_gross: '450.01' } }).settled;
    await settled(placed.id);
    const before = await read(placed.id);
    expect(before).toMatchObject({ state: 'awaiting', paid_cents: 0, has_unallocated: true });
    const payment_id = before.payments[0]?.id;
    await record(placed.id, 45_001, { payment_id });
    expect(await read(placed.id)).toMatchObject({ paid_cents: 45_001, has_unallocated: false });
    expect((await record(placed.id, 45_001, { payment_id })).status).toBe(409);
  });
});

it('a refund of a part closes the order, and each payment is refunded on its own', async () => {
  const placed = await partOrder();
  await record(placed.id, 499);
  const [first, second] = (await read(placed.id)).payments;
  passTime();
  await refund(placed.id, second?.id ?? '', 499);
  expect(await read(placed.id)).toMatchObject({ state: 'partly-refunded', refunded_cents: 499 });
  expect(await see(placed)).toMatchObject({ dueNowCents: 0, isPayable: false });
  passTime();
  await refund(placed.id, first?.id ?? '', 198_501);
  const { documents, ...closed } = await read(placed.id);
  expect(closed).toMatchObject({ state: 'refunded', refunded_cents: 199_000 });
  const notes = documents.filter(({ kind }) => kind === 'credit note');
  const reversed = await Promise.all(
    notes.map(async ({ number }) => (await findDocument(api.db, number))?.data.reversedNumber),
  );
  expect(reversed).toEqual([documents[1]?.number, documents[0]?.number]);
});
