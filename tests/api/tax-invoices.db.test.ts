import { describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import type { InvoiceDetails } from '#features/documents/rules/invoice-details.ts';
import { openingMorning, sessionBody, visitorAddress } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, begin, mark, order, payfast, read, see, untilState } = site;
const { payments } = api.services;
const visitor = { ipAddress: '192.0.2.1' };

async function save(section: 'payments' | 'offers', value: unknown) {
  const { version } = await admin.read(`/api/settings/${section}`);
  const saved = await admin.call('PUT', `/api/settings/${section}`, { version, value });
  expect(saved.status).toBe(200);
}

/** Lets the seller be registered for VAT. */
const registerForVat = () =>
  save('payments', {
    ...defaults.payments,
    seller: { ...defaults.payments.seller, vatNumber: '4123456789' },
  });

/** Returns an order of this many rand, by a site whose seller is registered for VAT. */
async function orderFor(rand: number) {
  const [plan, ...plans] = defaults.offers.plans;
  const priced = { ...plan, originalPrice: `R${rand}`, priceCents: rand * 100 };
  await save('offers', { ...defaults.offers, plans: [priced, ...plans] });
  return order();
}

const details: InvoiceDetails = {
  company: 'Kasi Traders (Pty) Ltd',
  address: '7 Vilakazi Street\nSoweto\n1804',
  vatNumber: '4987654321',
};
const nothing: InvoiceDetails = { company: null, address: null, vatNumber: null };
const asked = { isTaxInvoice: true, number: null };

const saveDetails = (token: string, changes: Partial<InvoiceDetails> = {}) =>
  payments.saveInvoiceDetails({ token, details: { ...details, ...changes } }, visitor);
const start = (token: string, changed: InvoiceDetails = nothing) =>
  payments.startPayment({ token, provider: 'payfast', startNow: false, details: changed }, visitor);
const readDocuments = async () =>
  (await api.pool.query('select kind, data from papers order by number desc')).rows;

const addressNeeded = { status: 422, code: 'address-needed' };

describe('a tax invoice of more than R5 000', () => {
  it('needs the address before an online payment', async () => {
    await registerForVat();
    const { token, id } = await orderFor(5_001);
    expect((await see({ token })).invoice).toEqual({ ...nothing, ...asked, needsAddress: true });
    await expect(start(token)).rejects.toMatchObject(addressNeeded);
    await expect(start(token, { ...details, address: null })).rejects.toMatchObject(addressNeeded);
    expect(await start(token, details)).toMatchObject({ kind: 'form' });
    expect(await read(id)).toMatchObject({
      buyer_company: details.company,
      buyer_address: details.address,
      buyer_vat_number: details.vatNumber,
    });
    // What was entered before is enough.
    expect(await start(token)).toMatchObject({ kind: 'form' });
    expect((await see({ token })).invoice).toEqual({ ...details, ...asked, needsAddress: true });
  });

  it('a tax invoice of more than R5 000 says who bought, also on its credit note', async () => {
    await registerForVat();
    const placed = await orderFor(5_001);
    await saveDetails(placed.token);
    await begin(placed.token, 'payfast');
    await payfast.pay(placed.reference).settled;
    await untilState(placed.id, 'paid');
    const [payment] = (await read(placed.id)).payments;
    await admin.call('POST', `/api/orders/${placed.id}/refund`, {
      id: crypto.randomUUID(),
      payment_id: payment?.id,
      amount_cents: 100_000,
      reason: 'As agreed',
      by_hand: true,
    });
    const buyer = { ...details, name: 'Thandi Mbeki', email: buyerAddress };
    expect(await readDocuments()).toMatchObject([
      { kind: 'tax invoice', data: { buyer } },
      { kind: 'credit note', data: { buyer } },
    ]);
  });
});

describe('the address of more than R5 000', () => {
  it('the address of more than R5 000 is asked for before a transfer is reported, and before the mails show the bank details', async () => {
    await registerForVat();
    const { token, id } = await orderFor(5_001);
    expect((await read(id)).needs_address).toBe(true);
    await expect(payments.reportPaid(token, visitor)).rejects.toMatchObject(addressNeeded);
    expect((await read(id)).payment_reported_at).toBeNull();
    const [link] = (await site.takeMails()).to(buyerAddress);
    expect(link?.mail.text).toContain(`/pay/${token}`);
    expect(link?.mail.text).not.toMatch(/account number/i);
    await saveDetails(token);
    await payments.reportPaid(token, visitor);
    expect(await read(id)).toMatchObject({
      needs_address: false,
      payment_reported_at: expect.anything(),
    });
  });

  it('the address of more than R5 000 is asked for by the mentor’s mark, which takes it', async () => {
    await registerForVat();
    const { id } = await orderFor(5_001);
    const path = `/api/orders/${id}/paid`;
    const refused = await admin.call('POST', path, { note: 'Cash' });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'address' }] } });
    expect(await read(id)).toMatchObject({ state: 'awaiting', documents: [], payments: [] });
    const address = '7 Vilakazi Street\r\nSoweto';
    expect((await admin.call('POST', path, { note: 'Cash', address })).status).toBe(200);
    expect(await readDocuments()).toMatchObject([
      { kind: 'tax invoice', data: { buyer: { address: '7 Vilakazi Street\nSoweto' } } },
    ]);
  });

  it('the address of more than R5 000 is needed to book a line of a statement', async () => {
    await registerForVat();
    const { id, token, reference, amountCents } = await orderFor(5_001);
    const line = {
      fingerprint: 'a'.repeat(32),
      order_id: id,
      amount_cents: amountCents,
      date: '2030-01-07',
    };
    const book = async () =>
      (await admin.call('POST', '/api/orders/statement/book', { lines: [line] })).body;
    expect(await book()).toMatchObject({
      paid: [],
      left: [{ reason: expect.stringContaining('address') }],
    });
    await saveDetails(token);
    expect(await book()).toEqual({ paid: [reference], unallocated: [], left: [] });
  });

  it('the address of more than R5 000 is missing on a plain receipt, if the seller registers while a payment is under way', async () => {
    const placed = await orderFor(5_001);
    await begin(placed.token, 'payfast');
    await registerForVat();
    await payfast.pay(placed.reference).settled;
    await untilState(placed.id, 'paid');
    expect(await readDocuments()).toMatchObject([{ kind: 'receipt' }]);
  });
});

describe('credit notes', () => {
  it('credit notes have VAT that sums up to the invoice’s', async () => {
    await registerForVat();
    const { id } = await orderFor(451);
    await mark(id);
    const [payment] = (await read(id)).payments;
    for (const amount_cents of [15_033, 15_033, 15_034]) {
      const refunded = await admin.call('POST', `/api/orders/${id}/refund`, {
        id: crypto.randomUUID(),
        payment_id: payment?.id,
        amount_cents,
        reason: 'As agreed',
        by_hand: true,
      });
      expect(refunded.status).toBe(200);
    }
    const [invoice, ...notes] = (await readDocuments()).map(({ data }) => data.vat.vatCents);
    expect(notes).toHaveLength(3);
    expect(notes.reduce((sum, vat) => sum + vat, 0)).toBe(invoice);
  });
});

describe('an invoice before the payment', () => {
  const request = (token: string, changes: Partial<InvoiceDetails> = {}) =>
    payments.requestInvoice({ token, details: { ...details, ...changes } }, visitor);
  const listed = async () =>
    (await api.pool.query('select number, kind, data from papers order by issued_at, number')).rows;

  /** Books a session that is to be paid. */
  async function bookSession() {
    const body = sessionBody();
    const { pay_path } = await (await api.post('/api/bookings', body)).json();
    return { body, placed: await site.follow(pay_path) };
  }
  const record = (id: string, amount_cents: number) =>
    admin.call('POST', `/api/orders/${id}/part`, { amount_cents });

  it('an invoice before the payment is in the name of the company, with what to pay and where', async () => {
    const placed = await orderFor(451);
    await site.takeMails();
    await request(placed.token);
    await request(placed.token);
    const buyer = { ...details, name: 'Thandi Mbeki', email: buyerAddress };
    const [invoice, ...others] = await listed();
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      number: 'INV-2030-0001',
      kind: 'invoice',
      data: {
        buyer,
        totalCents: 45_100,
        due: {
          reference: placed.reference,
          by: expect.stringMatching(/^2030-01-/),
          bank: expect.arrayContaining([{ label: 'Account number', value: '0000000000' }]),
        },
      },
    });
    expect(invoice?.data).not.toHaveProperty('payment');
    expect(invoice?.data).not.toHaveProperty('vat');
    expect((await see(placed)).invoice).toMatchObject({ number: 'INV-2030-0001' });
    const { mail } = (await site.takeMails()).only(buyerAddress);
    expect(mail.subject).toBe(`Your invoice for R451: ${placed.reference}`);
    expect(mail.attachments).toMatchObject([{ filename: 'INV-2030-0001.pdf' }]);

    await mark(placed.id);
    expect((await listed())[1]).toMatchObject({
      number: 'RCT-2030-0001',
      kind: 'receipt',
      data: { buyer, invoiceNumber: 'INV-2030-0001', payment: { reference: placed.reference } },
    });
  });

  it('an invoice before the payment is the only tax invoice of a seller with a VAT number, and refunds correct it', async () => {
    await registerForVat();
    const { id, token } = await orderFor(451);
    await request(token);
    await mark(id);
    const [payment] = (await read(id)).payments;
    await admin.call('POST', `/api/orders/${id}/refund`, {
      id: crypto.randomUUID(),
      payment_id: payment?.id,
      amount_cents: 45_100,
      reason: 'As agreed',
      by_hand: true,
    });
    const [note, invoice, receipt] = await listed();
    expect([note, invoice, receipt].map((document) => document?.kind)).toEqual([
      'credit note',
      'tax invoice',
      'receipt',
    ]);
    expect(receipt?.data).not.toHaveProperty('vat');
    expect(note?.data).toMatchObject({
      reversedNumber: 'INV-2030-0001',
      vat: invoice?.data.vat,
    });
  });

  it('still needs the address of more than R5 000', async () => {
    await registerForVat();
    const { token, id } = await orderFor(5_001);
    await expect(request(token, { address: null })).rejects.toMatchObject(addressNeeded);
    // Nothing of it is stored.
    expect(await read(id)).toMatchObject({ buyer_company: null, documents: [] });
  });

  it('an invoice before the payment is replaced when its details change, and stays when a receipt is taken back', async () => {
    const { id, token } = await orderFor(451);
    await request(token);
    await saveDetails(token, { company: 'Zoë Trading' });
    await mark(id);
    await admin.call('POST', `/api/orders/${id}/undo`);
    await mark(id);
    expect(
      (await listed()).map(({ number, data }) => [
        number,
        data.buyer.company,
        data.reversedNumber ?? data.invoiceNumber,
      ]),
    ).toEqual([
      ['CN-2030-0001', 'Zoë Trading', 'INV-2030-0001'],
      ['CN-2030-0002', 'Zoë Trading', 'RCT-2030-0001'],
      ['INV-2030-0001', details.company, undefined],
      ['INV-2030-0002', 'Zoë Trading', undefined],
      ['RCT-2030-0001', 'Zoë Trading', 'INV-2030-0002'],
      ['RCT-2030-0002', 'Zoë Trading', 'INV-2030-0002'],
    ]);
  });

  it('an invoice before the payment is taken back when its order is cancelled', async () => {
    const { id, token } = await orderFor(451);
    await request(token);
    await admin.call('POST', `/api/orders/${id}/cancel`);
    await admin.call('POST', `/api/orders/${id}/cancel`);
    const notes = (await listed()).filter(({ kind }) => kind === 'credit note');
    expect(notes).toMatchObject([
      { data: { reversedNumber: 'INV-2030-0001', reason: 'Order cancelled', totalCents: 45_100 } },
    ]);
    expect(notes[0]?.data).not.toHaveProperty('payment');
    await expect(request(token)).rejects.toMatchObject({ code: 'order-closed' });
  });

  it('an invoice before the payment stays taken back when its order is reopened, which gets another', async () => {
    const { body, placed } = await bookSession();
    await request(placed.token);
    const first = (await see(placed)).invoice?.number;
    await admin.call('DELETE', `/api/bookings/${body.id}`);
    await site.takeMails();
    await api.services.trash.restoreEntry({ kind: 'bookings', id: body.id });
    const { number } = (await see(placed)).invoice ?? {};
    expect(number).not.toBe(first);
    const documents = (await read(placed.id)).documents.map((one) => one.kind);
    expect(documents.toSorted()).toEqual(['credit note', 'invoice', 'invoice']);
    const [mail] = (await site.takeMails()).to(visitorAddress);
    expect(mail?.mail.attachments).toMatchObject([{ filename: `${number}.pdf` }]);
    await mark(placed.id);
    const receipt = (await listed()).find(({ kind }) => kind === 'receipt');
    expect(receipt?.data.invoiceNumber).toBe(number);
  });

  it('an invoice before the payment is not made for a reopened order whose buyer asked for none', async () => {
    const { body, placed } = await bookSession();
    await admin.call('DELETE', `/api/bookings/${body.id}`);
    await api.services.trash.restoreEntry({ kind: 'bookings', id: body.id });
    expect(await read(placed.id)).toMatchObject({ state: 'awaiting', documents: [] });
  });

  it('an invoice before the payment is for what is left, and a waiver takes back what is unpaid, with its VAT', async () => {
    await registerForVat();
    const { id, token } = await orderFor(451);
    await record(id, 10_001);
    await site.takeMails();
    await request(token);
    const { mail } = (await site.takeMails()).only(buyerAddress);
    expect(mail.subject).toMatch(/^Your invoice for R350\.99: /);
    await record(id, 20_002);
    await admin.call('POST', `/api/orders/${id}/waive`);
    const taxed = (await listed()).filter(({ data }) => data.vat);
    expect(
      taxed.map(({ kind, data }) => [kind, data.totalCents, data.vat.vatCents, data.reason]),
    ).toEqual([
      ['credit note', 15_097, 1_969, 'Rest of the amount waived'],
      ['tax invoice', 10_001, 1_304, undefined],
      ['tax invoice', 35_099, 4_578, undefined],
    ]);
  });

  it('an invoice before the payment is taken back with a real number if test money pays', async () => {
    const placed = await orderFor(451);
    await request(placed.token);
    await begin(placed.token, 'payfast');
    await payfast.pay(placed.reference).settled;
    await untilState(placed.id, 'paid');
    const [note, invoice, receipt] = await listed();
    expect(note).toMatchObject({
      number: 'CN-2030-0001',
      data: { reversedNumber: invoice?.number, totalCents: 45_100 },
    });
    expect(receipt).toMatchObject({ number: 'TEST-RCT-2030-0001', data: { isTest: true } });
    expect(receipt?.data).not.toHaveProperty('invoiceNumber');
  });

  it('an invoice before the payment is taken back in full by a refund that ends its order', async () => {
    const { id, token } = await orderFor(451);
    await request(token);
    await record(id, 10_001);
    const [payment] = (await read(id)).payments;
    const refund = { id: crypto.randomUUID(), payment_id: payment?.id, amount_cents: 10_001 };
    await admin.call('POST', `/api/orders/${id}/refund`, {
      ...refund,
      reason: 'Ends',
      by_hand: true,
    });
    const notes = (await listed()).filter(({ kind }) => kind === 'credit note');
    expect(notes.map(({ data }) => [data.reversedNumber, data.totalCents])).toEqual([
      ['INV-2030-0001', 10_001],
      ['INV-2030-0001', 35_099],
    ]);
  });

  it('an invoice before the payment keeps its number, but not its buyer, after an erasure', async () => {
    const { token } = await orderFor(451);
    await request(token);
    await site.takeMails();
    const search = { text: buyerAddress, with: [] };
    const { stamp } = (await admin.call('POST', '/api/people/search', search)).body;
    const erased = await admin.call('POST', '/api/people/erasure', { ...search, stamp });
    expect(erased.status).toBe(201);
    expect(await listed()).toMatchObject([
      { number: 'INV-2030-0001', data: { buyer: { name: 'Erased on request' } } },
    ]);
  });
});

describe('the details of a tax invoice', () => {
  it('the details of a tax invoice are optional up to R5 000', async () => {
    await registerForVat();
    const { token } = await orderFor(5_000);
    expect((await see({ token })).invoice).toEqual({ ...nothing, ...asked, needsAddress: false });
    expect(await start(token)).toMatchObject({ kind: 'form' });
    await saveDetails(token, { company: null });
    expect((await see({ token })).invoice).toMatchObject({ ...details, company: null });
  });

  it('the details of a tax invoice are optional at any amount without a VAT number of the seller', async () => {
    const { token } = await orderFor(5_001);
    expect((await see({ token })).invoice).toEqual({
      ...nothing,
      needsAddress: false,
      isTaxInvoice: false,
      number: null,
    });
    expect(await start(token)).toMatchObject({ kind: 'form' });
  });

  it('the details of a tax invoice stay as they are once the order is paid', async () => {
    await registerForVat();
    const { token, id } = await order();
    await saveDetails(token);
    await mark(id);
    await expect(saveDetails(token, { address: 'Elsewhere' })).rejects.toMatchObject({
      status: 409,
      code: 'order-closed',
    });
    expect((await see({ token })).invoice).toBeNull();
    expect(await read(id)).toMatchObject({ buyer_address: details.address });
    expect(await readDocuments()).toMatchObject([{ data: { buyer: details } }]);
  });

  it('the details of a tax invoice are changed by the private link of their own order only', async () => {
    await registerForVat();
    const [one, other] = [await order(), await order()];
    await saveDetails(one.token);
    expect(await read(other.id)).toMatchObject({ buyer_address: null });
    await expect(saveDetails('A'.repeat(43))).rejects.toMatchObject({ status: 404 });
  });

  it('the details of a tax invoice are exported and erased with their person', async () => {
    await registerForVat();
    const { token, id } = await order();
    await saveDetails(token);
    await mark(id);
    await site.takeMails();
    const asked = { text: buyerAddress, with: [] };
    const file = await (await admin.asMentor('POST', '/api/people/export', asked)).text();
    for (const detail of ['Kasi Traders', 'Vilakazi', '4987654321']) expect(file).toContain(detail);
    const { stamp } = (await admin.call('POST', '/api/people/search', asked)).body;
    expect((await admin.call('POST', '/api/people/erasure', { ...asked, stamp })).status).toBe(201);
    const { rows: tables } = await api.pool.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    );
    for (const { name } of tables) {
      const { rows } = await api.pool.query(
        `select t::text from ${name} t where t::text ~* 'kasi|vilakazi|4987654321'`,
      );
      expect(rows, name).toEqual([]);
    }
    expect(await read(id)).toMatchObject({ state: 'paid', buyer_company: null });
  });
});
