import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { limits } from '#platform/limits/limits.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { addDays } from '#rules/zoned-time.ts';
import { mentorAddress } from '#tests/support/api.ts';
import { openingMorning, sessionBody } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { buyerAddress, inquiryBody, withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const site = await openTestSite({ now: openingMorning });
const { api, admin, clock, takeMails } = site;
const { order, follow, see, read, mark } = withOrders(site);

const hours = (count: number) => +openingMorning + count * 3_600_000;
const later = (ms: number) => {
  clock.now = new Date(+openingMorning + ms);
};
const days = 24 * 3_600_000;

async function save(section: 'payments' | 'offers', value: unknown) {
  const { version } = await admin.read(`/api/settings/${section}`);
  const saved = await admin.call('PUT', `/api/settings/${section}`, { version, value });
  expect(saved.status).toBe(200);
}

/** Books a session as a visitor. Returns the answer. */
async function book(changes: Record<string, unknown> = {}) {
  const body = sessionBody({ email: buyerAddress, ...changes });
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  return response.json();
}

const count = async (table: string) =>
  Number((await api.pool.query(`select count(*) from ${table}`)).rows[0].count);

describe('an inquiry', () => {
  it('sent twice without JavaScript leads to its order both times', async () => {
    const sent = {
      ...inquiryBody(),
      source: 'Course Purchase Inquiry' as const,
      courseId: planCourses['course-inquiry'],
      message: null,
      privacyVersion: null,
      agreedTo: null,
    };
    const visitor = { ipAddress: '192.0.2.1' };
    const links = [
      await api.services.takeLead(sent, visitor),
      await api.services.takeLead(sent, visitor),
    ];
    expect(links[0]).toMatchObject({ amountCents: 200_000 });
    expect(links[1]).toEqual(links[0]);
    expect((await admin.read('/api/orders')).items).toHaveLength(1);

    // The back button loads the page again, which gives its form another id.
    const again = { ...sent, id: randomUUID() };
    expect(await api.services.takeLead(again, visitor)).toEqual(links[0]);
    expect(await count('leads')).toBe(1);
    // Other words are another inquiry, also with the same id.
    await api.services.takeLead({ ...again, name: 'Zoë 𝗧. O’Neill' }, visitor);
    expect(await count('leads')).toBe(2);
    // Elsewhere, somebody who knows the words gets a link of their own.
    const elsewhere = await api.services.takeLead(sent, { ipAddress: '192.0.2.37' });
    expect(elsewhere?.path).not.toBe(links[0]?.path);
  });

  it('an inquiry creates one order for repeated requests', async () => {
    const body = inquiryBody();
    const answers = await Promise.all([1, 2, 3].map(() => api.post('/api/leads', body)));
    const paths = await Promise.all(answers.map(async (answer) => (await answer.json()).pay_path));
    expect(new Set(paths).size).toBe(1);
    expect(await count('orders')).toBe(1);
    const { id, reference } = await follow(paths[0]);
    expect(await read(id)).toMatchObject({ is_test: false });
    expect(reference).toMatch(/^TP-[2-9CDFGHJKMNPQRTWX]{5}$/);
    expect(await see(await follow(paths[0]))).toMatchObject({
      state: 'awaiting',
      isPayable: true,
      amountCents: 200_000,
      name: 'Thandi Mbeki',
      item: { kind: 'plan', title: 'TP Strategy Course', priceText: 'R2000', isDigital: true },
      bank: { accountNumber: '0000000000' },
      seller: { legalName: 'Sample seller', phone: defaults.site.phone },
      expiresAt: new Date(+openingMorning + 7 * days).toISOString(),
      providers: [],
      documents: [],
      session: null,
      paidAt: null,
    });
  });

  it.each([
    ['while its own sale runs', { sale_end_time: hours(1) }, 100_000],
    ['15 minutes late', { sale_end_time: hours(-0.24) }, 100_000],
    ['with a sale that is over', { sale_end_time: hours(-1) }, 200_000],
    ['with a sale that is made up', { sale_end_time: hours(25) }, 200_000],
    ['with a sale that is no number', { sale_end_time: 'soon' }, 200_000],
  ])('an inquiry has the current price, %s', async (_, changes, amountCents) => {
    expect((await order(changes)).amountCents).toBe(amountCents);
  });

  it('an inquiry keeps its price when the offer changes', async () => {
    const { token } = await order();
    const [plan, ...plans] = defaults.offers.plans;
    const dearer = { ...plan, originalPrice: 'R9000', priceCents: 900_000 };
    await save('offers', { ...defaults.offers, plans: [dearer, ...plans] });
    expect(await see({ token })).toMatchObject({ amountCents: 200_000 });
  });

  it('an inquiry has its price in other currencies at the rates of the mentor', async () => {
    const { token } = await order();
    expect(await see({ token })).toMatchObject({ abroad: null });
    const abroad = {
      poundCents: 2_310,
      dollarCents: 1_765,
      euroCents: null,
      ratesOn: '2029-11-20',
    };
    await save('payments', { ...defaults.payments, abroad });
    expect(await see({ token })).toMatchObject({
      amountCents: 200_000,
      abroad: { words: 'about £87 / $113', ratesOn: '2029-11-20' },
    });
  });

  it('an inquiry is answered by an email about how to pay', async () => {
    const { reference, path } = await order();
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.subject).toBe(`Your order ${reference}: how to pay R2 000`);
    expect(mail.text).toContain('Account number: 0000000000');
    expect(mail.text?.replaceAll('\u00a0', ' ')).toContain('Amount: R2 000.00');
    expect(mail.text).toContain(`http://localhost:3000${path}`);
  });

  it('creates no order if there is nothing to pay', async () => {
    const answer = await (await api.post('/api/leads', contactBody())).json();
    expect(answer).not.toHaveProperty('pay_path');
    expect(await count('orders')).toBe(0);
  });
});

describe('the automatic answer', () => {
  it('the automatic answer is left out for an order, which has its own email about how to pay', async () => {
    clock.now = new Date();
    defaults.texts.mails.received.isSent = true;
    try {
      const { reference, path } = await order();
      const { mail } = (await takeMails()).only(buyerAddress);
      expect(mail.subject).toBe(`Your order ${reference}: how to pay R2 000`);
      expect(mail.text).toContain(`Reference: ${reference}`);
      expect(mail.text).toContain('Account number: 0000000000');
      expect(mail.text).not.toContain('null');
      expect(mail.text).toContain(path);
    } finally {
      defaults.texts.mails.received.isSent = false;
    }
  });
});

it('a site without a way to pay creates no orders', async () => {
  const none = { accountNumber: '', bankName: '', accountHolder: '', branchCode: '' };
  const bank = { ...defaults.payments.bank, ...none, accountType: '' };
  await save('payments', { ...defaults.payments, bank });
  const answer = await api.post('/api/leads', inquiryBody());
  expect(await answer.json()).not.toHaveProperty('pay_path');
  expect(await book()).not.toHaveProperty('pay_path');
  expect(await count('orders')).toBe(0);
  const { mail } = (await takeMails()).only(buyerAddress);
  // Private links are random, so only whole words count.
  expect(mail.text).not.toMatch(/(?<![\w-])pay(?:ment|able)?(?![\w-])/i);
  expect(mail.text).not.toContain('/pay/');
});

describe('a booking', () => {
  it('a booking creates one order, and its email says how to pay', async () => {
    const { pay_path: path, manage_path: manage, id } = await book();
    const placed = await follow(path);
    expect(placed.amountCents).toBe(100_000);
    expect(await see(placed)).toMatchObject({
      item: { kind: 'session', title: '1-on-1 Session', isDigital: false },
      session: { path: manage },
    });
    expect(await read(placed.id)).toMatchObject({ booking_id: id, lead_id: null });
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.text).toContain(`reference ${placed.reference}`);
    expect(mail.text).toMatch(/^Account number: +0000000000$/m);
    expect(mail.text).toContain(`http://localhost:3000${path}`);
  });

  it('a booking has a reminder with the clock of the client', async () => {
    const { pay_path: path } = await book();
    const { id } = await follow(path);
    await takeMails();
    await admin.call('POST', `/api/orders/${id}/reminder`);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.text).toMatch(/^Due: .+ [AP]M, America\/New York/m);
  });

  it('a booking is due before its session, even if it is moved to an earlier time', async () => {
    clock.now = openingMorning;
    const { pay_path: path, id } = await book();
    const placed = await follow(path);
    const { booking_date: startsAt } = await admin.read(`/api/bookings/${id}`);
    const { expiresAt } = await see(placed);
    expect(expiresAt).not.toBeNull();
    expect(Date.parse(expiresAt ?? '')).toBeLessThanOrEqual(Date.parse(startsAt));
    const earlier = new Date(+openingMorning + 37 * 60_000);
    await api.pool.query('update bookings set booking_date = $1 where id = $2', [earlier, id]);
    expect(await see(placed)).toMatchObject({ expiresAt: earlier.toISOString() });
  });

  it('a booking that is free creates no order', async () => {
    expect(await book({ session_type: 'Intro Call' })).not.toHaveProperty('pay_path');
  });

  it('a booking is marked as paid with its order, and vice versa', async () => {
    const { id, pay_path: path } = await book();
    const placed = await follow(path);
    await mark(placed.id);
    const paid = await admin.read(`/api/bookings/${id}`);
    expect(paid).toMatchObject({
      paid_at: openingMorning.toISOString(),
      payment_reference: placed.reference,
    });
    const put = (isPaid: boolean, version: number) =>
      admin.call('PUT', `/api/bookings/${id}/payment`, {
        version,
        is_paid: isPaid,
        reference: null,
      });
    const unpaid = await put(false, paid.version);
    expect(unpaid.body.paid_at).toBeNull();
    expect((await read(placed.id)).state).toBe('awaiting');
    expect((await put(true, unpaid.body.version)).status).toBe(200);
    expect(await read(placed.id)).toMatchObject({ state: 'paid', paid_cents: 100_000 });
  });

  it('a booking that is cancelled can no longer be paid', async () => {
    const { id, pay_path: path } = await book();
    const placed = await follow(path);
    await api.services.cancelBooking({ id }, { ipAddress: '192.0.2.1' });
    expect(await see(placed)).toMatchObject({ state: 'cancelled', isPayable: false });
  });
});

describe('a bank transfer', () => {
  it('a bank transfer that is marked as paid sends one receipt', async () => {
    const placed = await order();
    await takeMails();
    const marks = await Promise.all([1, 2, 3, 4, 5].map(() => mark(placed.id, 'EFT of today')));
    for (const { status, body } of marks) {
      expect([status, body.state]).toEqual([200, 'paid']);
    }
    const { payments, documents } = await read(placed.id);
    expect(payments).toMatchObject([
      { provider: 'manual', amount_cents: 200_000, note: 'EFT of today' },
    ]);
    expect(documents).toMatchObject([{ number: 'RCT-2030-0001', kind: 'receipt' }]);
    const mails = await takeMails();
    expect(mails.all).toHaveLength(1);
    const { mail } = mails.only(buyerAddress);
    expect(mail.subject).toBe(`Payment received: ${placed.reference}`);
    expect(mail.attachments).toMatchObject([
      { filename: 'RCT-2030-0001.pdf', mimeType: 'application/pdf' },
    ]);
    const content = mail.attachments[0]?.content;
    expect(
      Buffer.from(content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('a bank transfer that is marked later has the day on which it arrived', async () => {
    const { id, reference } = await order();
    const pay = (paid_on: string) =>
      admin.call('POST', `/api/orders/${id}/paid`, { note: null, paid_on });
    const day = (days: number) =>
      addDays(dayInZone(clock.now ?? new Date(), 'Africa/Johannesburg'), days);
    for (const days of [1, -8]) {
      const refused = await pay(day(days));
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'paid_on' }] } });
    }
    expect((await pay(day(-3))).status).toBe(200);
    const paidAt = `${day(-3)}T10:00:00.000Z`;
    const paid = await read(id);
    expect(paid).toMatchObject({ paid_at: paidAt, payments: [{ received_at: paidAt }] });
    const { rows } = await api.pool.query('select data from papers');
    expect(rows).toMatchObject([{ data: { payment: { paidAt, reference } } }]);
  });

  it('a bank transfer that the buyer reports changes nothing, and the mentor gets one email', async () => {
    const placed = await order();
    await takeMails();
    const visitor = { ipAddress: '192.0.2.1' };
    await api.services.payments.reportPaid(placed.token, visitor);
    await api.services.payments.reportPaid(placed.token, visitor);
    expect(await read(placed.id)).toMatchObject({
      state: 'awaiting',
      paid_cents: 0,
      payment_reported_at: openingMorning.toISOString(),
    });
    const mails = await takeMails();
    expect(mails.all).toHaveLength(1);
    expect(mails.only(mentorAddress).mail.subject).toBe(
      `Client says they have paid: ${placed.reference}`,
    );
  });

  it('a bank transfer that was marked by mistake is undone with a credit note, and can be marked again', async () => {
    const { id, reference } = await order();
    await mark(id);
    await takeMails();
    later(60_000);
    const undone = await admin.call('POST', `/api/orders/${id}/undo`);
    expect(undone.body).toMatchObject({ state: 'awaiting', paid_cents: 0, paid_at: null });
    expect(undone.body.documents.map(({ number }: { number: string }) => number)).toEqual([
      'RCT-2030-0001',
      'CN-2030-0001',
    ]);
    const { mail } = (await takeMails()).only(buyerAddress);
    expect(mail.subject).toBe(`Payment not received: ${reference}`);
    await admin.call('POST', `/api/orders/${id}/undo`);
    await mark(id);
    const { state, documents, payments } = await read(id);
    expect(state).toBe('paid');
    expect(documents).toHaveLength(3);
    expect(payments.filter(({ undone_at }) => undone_at === null)).toHaveLength(1);
  });

  it('a bank transfer that is late is accepted if the mentor marks it', async () => {
    const placed = await order();
    later(7 * days + 1);
    await api.services.orders.keepOrders();
    expect(await see(placed)).toMatchObject({ state: 'expired', isPayable: false });
    expect((await mark(placed.id)).body.state).toBe('paid');
  });

  it('a bank transfer that is late for a confirmed session is accepted', async () => {
    const placed = await follow((await book()).pay_path);
    later(7 * days + 1);
    await api.services.orders.keepOrders();
    expect(await see(placed)).toMatchObject({ state: 'expired', isPayable: true });
    expect((await mark(placed.id)).body.state).toBe('paid');
  });

  it('a bank transfer is accepted until the deadline', async () => {
    const placed = await order();
    later(7 * days);
    await api.services.orders.keepOrders();
    expect((await see(placed)).state).toBe('awaiting');
  });
});

describe('documents', () => {
  it('documents are numbered without gaps when payments are concurrent', async () => {
    const placed = await Promise.all(
      Array.from({ length: 8 }, (_, index) => order({ email: `buyer${index}@example.com` })),
    );
    await Promise.all(placed.map(({ id }) => mark(id)));
    const { rows } = await api.pool.query('select number from papers order by number');
    expect(rows.map(({ number }) => number)).toEqual(
      placed.map((_, index) => `RCT-2030-000${index + 1}`),
    );
  });

  it('restart their numbers each year in the mentor’s time zone', async () => {
    const [one, other] = [await order(), await order()];
    clock.now = new Date('2030-12-31T21:59:00Z');
    await mark(one.id);
    clock.now = new Date('2030-12-31T22:01:00Z');
    await mark(other.id);
    expect((await read(one.id)).documents).toMatchObject([{ number: 'RCT-2030-0001' }]);
    expect((await read(other.id)).documents).toMatchObject([{ number: 'RCT-2031-0001' }]);
  });

  it('documents are tax invoices with the VAT, once the seller has a VAT number', async () => {
    const seller = { ...defaults.payments.seller, vatNumber: '4123456789' };
    await save('payments', { ...defaults.payments, seller });
    const { id } = await order();
    await mark(id);
    const { rows } = await api.pool.query('select kind, number, data from papers');
    expect(rows).toMatchObject([
      { kind: 'tax invoice', number: 'INV-2030-0001', data: { vat: { vatCents: 26_087 } } },
    ]);
  });

  it('documents are readable only with the private link of their order', async () => {
    const [one, other] = [await order(), await order()];
    await mark(one.id);
    const get = (path: string) => api.app.request(`${path}/papers/RCT-2030-0001.pdf`);
    const file = await get(one.path);
    expect(file.status).toBe(200);
    expect(file.headers.get('Content-Type')).toBe('application/pdf');
    expect(file.headers.get('Cache-Control')).toBe('no-store');
    expect(file.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect((await get(other.path)).status).toBe(404);
    expect((await get(`/pay/${'A'.repeat(43)}`)).status).toBe(404);
  });
});

it('a name that documents cannot show is asked for in Latin letters, until the order is paid', async () => {
  const { saveBuyerName } = api.services.payments;
  const visitor = { ipAddress: '192.0.2.7' };
  const { id, token } = await order({ name: '王小明' });
  expect((await see({ token })).documentName).toEqual({ value: null });
  await saveBuyerName({ token, buyerName: 'Wang Xiaoming' }, visitor);
  expect((await see({ token })).documentName).toEqual({ value: 'Wang Xiaoming' });
  await mark(id);
  expect((await see({ token })).documentName).toBeNull();
  const { rows } = await api.pool.query(`select data -> 'buyer' ->> 'name' as name from papers`);
  expect(rows).toEqual([{ name: 'Wang Xiaoming' }]);
  const late = saveBuyerName({ token, buyerName: 'Somebody Else' }, visitor);
  await expect(late).rejects.toMatchObject({ status: 409 });
  const other = await order({ email: 'zoe@example.com', name: 'Zoë O’Neill' });
  expect((await see(other)).documentName).toBeNull();
  const unneeded = saveBuyerName({ token: other.token, buyerName: 'Somebody Else' }, visitor);
  await expect(unneeded).rejects.toMatchObject({ status: 409 });
});

it('many requests for receipts from one network have to wait', async () => {
  const { id, token } = await order();
  await mark(id);
  const limited = await site.startAnother({ isLimited: true });
  const ask = () =>
    limited.services.payments.findDocumentFile(
      { token, number: 'RCT-2030-0001' },
      { ipAddress: '192.0.2.7' },
    );
  const files = [];
  for (let count = 0; count < limits['read-paper'].most; count += 1) files.push(await ask());
  // All are the same file, which was written once.
  expect(files[0]?.length).toBeGreaterThan(1_000);
  expect(new Set(files).size).toBe(1);
  await expect(ask()).rejects.toMatchObject({ status: 429 });
});

describe('a stranger', () => {
  it('gets 404 for any other token', async () => {
    const { token } = await order();
    const other = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const wrong of [other, `${token}=`, token.slice(0, -1), '', randomUUID()]) {
      expect(await api.services.payments.findPayPage(wrong)).toBeUndefined();
      await expect(
        api.services.payments.reportPaid(wrong, { ipAddress: '192.0.2.1' }),
      ).rejects.toMatchObject({ status: 404 });
    }
  });

  it('makes nothing fail by odd characters in the number of a document', async () => {
    const { path } = await order();
    for (const number of ['%00', 'R450.01%00', '%F0%9D%97%A7', '%E2%80%AE', '%ED%A0%80']) {
      const { status } = await api.app.request(`${path}/papers/${number}.pdf`);
      expect([400, 404], number).toContain(status);
    }
  });

  it('gets no link by repeating another person’s message', async () => {
    const { id: _, ...content } = inquiryBody();
    const visitor = { ipAddress: '192.0.2.1' };
    const lead = { ...content, message: null, source: 'Course Purchase Inquiry' as const };
    const courseId = planCourses['course-inquiry'];
    const sent = { ...lead, courseId, privacyVersion: null, agreedTo: null };
    expect(await api.services.takeLead(sent, visitor)).toMatchObject({ amountCents: 200_000 });
    expect(await api.services.takeLead(sent, visitor)).toBeUndefined();
  });

  it('a stranger cannot read or change orders', async () => {
    const { id } = await order();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/counts'],
      ['GET', '/problems'],
      ['GET', '/export'],
      ['GET', '/sums?period=2030'],
      ['GET', '/export/payments?period=2030'],
      ['GET', '/export/documents?period=2030'],
      ['GET', `/${id}`],
      ['POST', `/${id}/paid`],
      ['POST', `/${id}/undo`],
      ['POST', `/${id}/cancel`],
      ['POST', `/${id}/refund`],
      ['POST', '/statement'],
      ['POST', '/statement/book'],
      ['POST', '/statement/hidden'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await admin.asStranger(method, `/api/orders${path}`, body)).status).toBe(401);
    }
    expect((await read(id)).state).toBe('awaiting');
  });

  it('finds no order token in the log', async () => {
    const { token, id } = await order();
    await mark(id);
    await api.app.request(`/pay/${token}/papers/RCT-2030-0001.pdf`);
    await api.app.request(`/pay/${token}/papers/RCT-2030-0009.pdf`);
    await api.app.request(`/pay/${token}`);
    await takeMails();
    expect(api.logged()).toContain('/pay/:token/papers/');
    expect(api.logged()).not.toContain(token);
  });
});

describe('the mentor', () => {
  it('the mentor finds an order by its reference, a document, a name or an email', async () => {
    const [one] = [await order(), await order({ name: 'Sipho', email: 'sipho@example.com' })];
    await mark(one.id);
    const find = async (search: string) => {
      const { items } = await admin.read(`/api/orders?search=${encodeURIComponent(search)}`);
      return items.map(({ name }: { name: string }) => name);
    };
    const spoken = one.reference.toLowerCase().replace('-', ' ');
    for (const search of [one.reference, spoken, 'rct-2030-0001', 'mbeki', buyerAddress]) {
      expect(await find(search)).toEqual(['Thandi Mbeki']);
    }
    expect(await find('nobody')).toEqual([]);
    expect(await find('%')).toEqual([]);
    const { items } = await admin.read('/api/orders?state=awaiting');
    expect(items).toMatchObject([{ name: 'Sipho' }]);
    expect(await admin.read('/api/orders/counts')).toMatchObject({
      states: { awaiting: 1, paid: 1, expired: 0 },
      unconfirmed: 0,
      unallocated: 0,
    });
  });

  it('finds the orders of leads and bookings', async () => {
    const [lead, booking] = [await order(), await book()];
    await order();
    const { lead_id: leadId } = await read(lead.id);
    const { items } = await admin.read(`/api/orders?of=${leadId},${booking.id},${randomUUID()}`);
    const found = items.map(({ id }: { id: string }) => id).sort();
    expect(found).toEqual([lead.id, (await follow(booking.pay_path)).id].sort());
    expect((await admin.call('GET', '/api/orders?of=all')).status).toBe(422);
  });

  it('sees the sums of a month and a year by item', async () => {
    const [course, session] = [await order(), await follow((await book()).pay_path)];
    await mark(course.id);
    later(31 * days);
    await mark(session.id);
    const [payment] = (await read(course.id)).payments;
    const refund = { id: randomUUID(), payment_id: payment?.id, amount_cents: 50_000 };
    const refunded = await admin.call('POST', `/api/orders/${course.id}/refund`, {
      ...refund,
      reason: 'As agreed',
      by_hand: true,
    });
    expect(refunded.body).toMatchObject({ state: 'partly-refunded', refunded_cents: 50_000 });
    const read2030 = (period: string) => admin.read(`/api/orders/sums?period=${period}`);
    const nothing = { paid_cents: 0, refunded_cents: 0 };
    const since = openingMorning.toISOString().slice(0, 10);
    expect(await read2030('2030-01')).toEqual({
      items: [{ title: 'TP Strategy Course', orders: 1, paid_cents: 200_000, refunded_cents: 0 }],
      unallocated: nothing,
      paid_cents: 200_000,
      refunded_cents: 0,
      since,
    });
    const all = { paid_cents: 300_000, refunded_cents: 50_000 };
    for (const period of ['2030', '2030-q1', 'tax-2030']) {
      expect(await read2030(period), period).toMatchObject(all);
    }
    expect(await read2030('2031')).toEqual({ items: [], unallocated: nothing, ...nothing, since });
    for (const period of ['2030-13', '2030-q5', 'tax-3000', '2030-q', 'q1']) {
      const { status } = await admin.call('GET', `/api/orders/sums?period=${period}`);
      expect(status, period).toBe(422);
    }
  });

  it('exports orders for the bookkeeper', async () => {
    const { id, reference } = await order();
    await mark(id);
    const response = await admin.asMentor('GET', '/api/orders/export?state=paid');
    const [, line] = (await response.text()).split('\r\n');
    const cells = line?.split(';').map((cell) => cell.slice(1, -1));
    expect(cells?.slice(1, 7)).toEqual([
      reference,
      'paid',
      'TP Strategy Course',
      '2000.00',
      '2000.00',
      '0.00',
    ]);
    expect(cells?.slice(8, 13)).toEqual([
      'manual',
      `${reference}:1`,
      'RCT-2030-0001',
      'no',
      'Thandi Mbeki',
    ]);
  });

  it('cancels an order that is not paid, and no other', async () => {
    const [one, other] = [await order(), await order()];
    await mark(other.id);
    const cancel = (id: string) => admin.call('POST', `/api/orders/${id}/cancel`);
    expect((await cancel(one.id)).body.state).toBe('cancelled');
    expect((await cancel(other.id)).status).toBe(409);
    expect(await see(one)).toMatchObject({ state: 'cancelled', isPayable: false });
  });
});
