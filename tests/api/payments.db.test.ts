import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { formatRand } from '#rules/money.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import { mentorAddress } from '#tests/support/api.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';

const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, paystack, siteUrl } = site;
const { order, buy, begin, comeBack, read, see, mark, untilState, settled, tally } = site;

afterEach(() => {
  Object.assign(payfast.moods, { validate: 'answers', refund: 'answers' });
  Object.assign(paystack.moods, { initialize: 'answers', verify: 'answers', refund: 'answers' });
  paystack.dashboard.webhookUrl = `${siteUrl}/api/payments/paystack`;
});

const paidOnce = (reference: string, number = 'TEST-RCT-2030-0001') => ({
  state: 'paid',
  paid: 200_000,
  payments: 1,
  documents: [number],
  mails: [`Paid: ${reference}`, `Payment received: ${reference}`],
});
const nothing = { state: 'awaiting', paid: 0, payments: 0, documents: [], mails: [] };

const passMinute = () => {
  clock.now = new Date(+openingMorning + 60_000);
};

const times = <Result>(count: number, work: () => Result) =>
  Promise.all(Array.from({ length: count }, work));

describe('PayFast', () => {
  it('PayFast pays for an order', async () => {
    const { id, reference, token } = await buy('payfast');
    await payfast.pay(reference).settled;
    await untilState(id, 'paid');
    expect(await settled(id)).toMatchObject([{ state: 'accepted', provider: 'payfast' }]);
    expect(await tally(id)).toEqual(paidOnce(reference));
    const { documents } = await see({ token });
    expect(documents).toMatchObject([{ number: 'TEST-RCT-2030-0001', kind: 'receipt' }]);
    expect((await api.app.request(documents[0]?.href ?? '')).status).toBe(200);
  });

  it('PayFast settles one payment that is reported twenty times concurrently', async () => {
    const { id, reference } = await buy('payfast');
    const delivery = payfast.pay(reference);
    await times(20, () => payfast.repeat(delivery).settled);
    await settled(id);
    await payfast.repeat(delivery).settled;
    await settled(id);
    expect(await tally(id)).toEqual(paidOnce(reference));
  });

  it.each([
    ['no amount', { changes: { amount_gross: '' } }, 'The notification names no amount.'],
    ['another merchant', { changes: { merchant_id: '10099999' } }, 'The money went to another'],
    ['a payment that failed', { changes: { payment_status: 'FAILED' } }, 'status is FAILED'],
    ['one that is pending', { changes: { payment_status: 'PENDING' } }, 'status is PENDING'],
    ['what PayFast denies', { isConfirmed: false }, 'did not send this notification'],
  ])('PayFast changes nothing with %s, and the mentor sees it', async (_, options, reason) => {
    const { id, reference } = await buy('payfast');
    await payfast.pay(reference, options).settled;
    expect(await settled(id)).toMatchObject([
      { state: 'refused', reason: expect.stringContaining(reason) },
    ]);
    const { refused } = await admin.read('/api/orders/problems');
    expect(refused).toMatchObject([{ order_reference: reference }]);
    expect(await tally(id)).toEqual(nothing);
  });

  it('PayFast is refused for an order that does not exist', async () => {
    const { id, reference } = await buy('payfast');
    await payfast.pay(reference, { changes: { m_payment_id: 'TP-22222' } }).settled;
    await expect
      .poll(async () => (await admin.read('/api/orders/problems')).refused)
      .toMatchObject([{ reason: 'There is no order with this reference. ZAR 2000.00 arrived.' }]);
    expect(await tally(id)).toEqual(nothing);
  });

  it('PayFast cannot pay for two orders with one payment', async () => {
    const one = await buy('payfast');
    const delivery = payfast.pay(one.reference);
    await delivery.settled;
    await untilState(one.id, 'paid');
    const other = await buy('payfast');
    const changes = { pf_payment_id: delivery.paymentId };
    await payfast.pay(other.reference, { changes }).settled;
    expect(await settled(other.id)).toMatchObject([
      { state: 'refused', reason: expect.stringContaining('was reported for another order') },
    ]);
    expect(await tally(other.id)).toEqual(nothing);
  });

  it.each(['is forbidden', 'is broken'] as const)(
    'PayFast that %s confirms later, and nothing is delivered before',
    async (mood) => {
      const { id, reference, token } = await buy('payfast');
      payfast.moods.validate = mood;
      const delivery = payfast.pay(reference);
      await delivery.settled;
      expect(delivery.statuses).toEqual([200]);
      await expect.poll(async () => (await see({ token })).isUnconfirmed).toBe(true);
      await expect.poll(async () => (await read(id)).notifications[0]?.reason).toContain('PayFast');
      expect((await read(id)).is_unconfirmed).toBe(true);
      expect((await admin.read('/api/orders/problems')).unconfirmed).toMatchObject([
        { order_reference: reference },
      ]);
      // Once, however often the provider is asked.
      const [notification] = (await read(id)).notifications;
      const again = api.services.payments.verifyNotification({ id: notification?.id ?? '' });
      await expect(again).rejects.toThrow('PayFast');
      const mails = [`Payment not confirmed yet: ${reference}`];
      expect(await tally(id)).toEqual({ ...nothing, mails });
      payfast.moods.validate = 'answers';
      await untilState(id, 'paid');
      expect(await tally(id)).toEqual(paidOnce(reference));
      expect((await see({ token })).isUnconfirmed).toBe(false);
    },
  );

  it('PayFast is verified if its job was lost, as after a restore', async () => {
    const { id, reference } = await buy('payfast');
    payfast.moods.validate = 'is broken';
    await payfast.pay(reference).settled;
    await expect.poll(async () => (await read(id)).notifications[0]?.reason).toContain('PayFast');
    await api.pool.query(`delete from pgboss.job where name like 'verify-payment%'`);
    payfast.moods.validate = 'answers';
    await api.services.orders.keepOrders();
    await untilState(id, 'paid');
  });

  it('PayFast does not depend on the return page, and does not trust it', async () => {
    const { id, token, reference } = await buy('payfast');
    await comeBack(token, reference);
    expect(await tally(id)).toEqual(nothing);
  });
});

describe('Paystack', () => {
  it('Paystack pays for an order by its webhook alone', async () => {
    const { id, reference } = await buy('paystack');
    await paystack.pay(reference).settled;
    await untilState(id, 'paid');
    expect(await tally(id)).toEqual(paidOnce(reference));
  });

  it('pays for an order by the return alone', async () => {
    paystack.dashboard.webhookUrl = '';
    const { id, reference, token, transactionReference } = await buy('paystack');
    paystack.pay(reference);
    await comeBack(token, transactionReference);
    expect(await tally(id)).toEqual(paidOnce(reference));
  });

  it.each(['webhook', 'return'])('pays once, the %s first and each twice', async (first) => {
    paystack.dashboard.webhookUrl = '';
    const { id, reference, token, transactionReference } = await buy('paystack');
    const held = paystack.pay(reference);
    paystack.dashboard.webhookUrl = `${siteUrl}/api/payments/paystack`;
    const notify = async () => {
      await paystack.repeat(held).settled;
      await settled(id);
    };
    const come = () => comeBack(token, transactionReference);
    const [one, other] = first === 'webhook' ? [notify, come] : [come, notify];
    for (const step of [one, one, other, other]) await step();
    expect(await tally(id)).toEqual(paidOnce(reference));
  });

  it('pays once with twenty concurrent returns and twenty webhooks', async () => {
    paystack.dashboard.webhookUrl = '';
    const { id, reference, token, transactionReference } = await buy('paystack');
    const held = paystack.pay(reference);
    paystack.dashboard.webhookUrl = `${siteUrl}/api/payments/paystack`;
    await Promise.all([
      times(20, () => comeBack(token, transactionReference)),
      times(20, () => paystack.repeat(held).settled),
    ]);
    await settled(id);
    expect(await tally(id)).toEqual(paidOnce(reference));
  });

  it.each([
    [
      'another currency',
      { changes: { currency: 'NGN' } },
      'The payment is not in rand. NGN 2000.00 arrived.',
    ],
    ['a payment that failed', { changes: { status: 'failed' } }, 'the payment is failed'],
  ])('Paystack changes nothing with %s, and the mentor sees it', async (_, options, reason) => {
    const { id, reference } = await buy('paystack');
    await paystack.pay(reference, options).settled;
    expect(await settled(id)).toMatchObject([
      { state: 'refused', reason: expect.stringContaining(reason) },
    ]);
    expect(await tally(id)).toEqual(nothing);
  });

  it('Paystack does not confirm a return while the payment is open', async () => {
    const { id, token, transactionReference } = await buy('paystack');
    await comeBack(token, transactionReference);
    await comeBack(token, 'made-up');
    paystack.moods.verify = 'is broken';
    await comeBack(token, transactionReference);
    expect(await tally(id)).toEqual(nothing);
  });

  it('Paystack does not accept the payment of another order', async () => {
    const [one, other] = [await buy('paystack'), await buy('paystack')];
    paystack.dashboard.webhookUrl = '';
    paystack.pay(other.reference);
    await comeBack(one.token, other.transactionReference);
    expect((await read(one.id)).state).toBe('awaiting');
  });

  it('sends other events, which are stored and change nothing', async () => {
    const { id, reference } = await buy('paystack');
    await paystack.pay(reference, { event: 'transfer.success' }).settled;
    const { rows } = await api.pool.query('select state from payment_notifications');
    expect(rows).toEqual([{ state: 'ignored' }]);
    expect(await tally(id)).toEqual(nothing);
  });

  it.each([
    ['the fees on top', { amount: 207_036 }, 'paid', 200_000],
    ['nothing on top', {}, 'paid', 200_000],
  ])('pays for an order with %s', async (_, changes, state, paid_cents) => {
    const { id, reference, token, transactionReference } = await buy('paystack');
    await paystack.pay(reference, { changes }).settled;
    await comeBack(token, transactionReference);
    await settled(id);
    expect(await read(id)).toMatchObject({
      state,
      paid_cents,
      payments: [{ amount_cents: 200_000, is_unallocated: false }],
    });
    expect(await tally(id)).toEqual(paidOnce(reference));
  });

  it('Paystack can be unavailable while other ways to pay work', async () => {
    const { token, id } = await order();
    paystack.moods.initialize = 'is broken';
    await expect(begin(token, 'paystack')).rejects.toMatchObject({
      status: 503,
      code: 'provider-unavailable',
    });
    await begin(token, 'payfast');
    expect((await read(id)).state).toBe('awaiting');
  });
});

describe('money of another amount', () => {
  it.each([
    ['payfast', 'a cent less', { amount_gross: '1999.99' }, 199_999],
    ['payfast', 'a cent more', { amount_gross: '2000.01' }, 200_001],
    ['paystack', 'a cent less', { amount: 199_999, requestedAmount: 199_999 }, 199_999],
    ['paystack', 'a partial debit', { amount: 45_001 }, 45_001],
    ['paystack', 'more, also asked for', { amount: 207_036, requestedAmount: 200_001 }, 207_036],
    [
      'paystack',
      'more, without what was asked for',
      { amount: 200_001, requestedAmount: undefined },
      200_001,
    ],
  ] as const)(
    'money of another amount by %s is unallocated: %s',
    async (provider, _, changes, amount_cents) => {
      const { id, reference, token } = await buy(provider);
      const double = provider === 'payfast' ? payfast : paystack;
      await double.pay(reference, { changes } as object).settled;
      expect(await settled(id)).toMatchObject([{ state: 'accepted' }]);
      expect(await read(id)).toMatchObject({
        state: 'awaiting',
        paid_cents: 0,
        has_unallocated: true,
        needs_time: false,
        payments: [{ is_unallocated: true, amount_cents }],
      });
      const { mail } = (await site.takeMails()).only(mentorAddress);
      expect(mail.subject).toBe(`Unallocated payment: ${reference}`);
      expect(mail.text).toContain(`Arrived: ${formatRand(amount_cents)}`);
      // The buyer is not asked for the money again.
      expect(await see({ token })).toMatchObject({
        isPayable: false,
        unallocatedCents: amount_cents,
      });
      await expect(begin(token, provider)).rejects.toMatchObject({ code: 'order-closed' });
      // The mentor may still mark the order as paid, and the other money stays as it is.
      expect((await mark(id)).body).toMatchObject({ state: 'paid', has_unallocated: true });
    },
  );
});

describe('money for an order that takes none', () => {
  it.each(['paid already', 'cancelled'])(
    'money for an order that takes none is stored as unallocated: %s',
    async (why) => {
      const { id, reference } = await buy('payfast');
      if (why === 'cancelled') await admin.call('POST', `/api/orders/${id}/cancel`);
      else await mark(id);
      await site.takeMails();
      const before = await read(id);
      passMinute();
      await payfast.pay(reference).settled;
      expect(await settled(id)).toMatchObject([{ state: 'accepted' }]);
      const { state, documents, payments, has_unallocated } = await read(id);
      expect([state, documents, has_unallocated]).toEqual([before.state, before.documents, true]);
      expect(payments.at(-1)).toMatchObject({ is_unallocated: true, amount_cents: 200_000 });
      const { unallocated } = await admin.read('/api/orders/problems');
      expect(unallocated).toMatchObject([{ reference }]);
      const mails = await site.takeMails();
      expect(mails.all.map(({ mail }) => mail.subject).toSorted()).toEqual([
        `Unallocated payment: ${reference}`,
        `We have your R2 000: ${reference}`,
      ]);
    },
  );
});

describe('two payments of one order', () => {
  it('two payments of one order at the same time pay once, and the other is unallocated', async () => {
    const { id, reference, token } = await buy('payfast');
    await begin(token, 'paystack');
    const deliveries = [payfast.pay(reference), paystack.pay(reference)];
    await Promise.all(deliveries.map(({ settled: taken }) => taken));
    await settled(id);
    const { state, documents, payments, paid_cents } = await read(id);
    expect([state, documents.length, paid_cents]).toEqual(['paid', 1, 200_000]);
    expect(payments.map(({ is_unallocated }) => is_unallocated).sort()).toEqual([false, true]);
    const mails = await site.takeMails();
    expect(mails.all.map(({ mail }) => mail.subject).sort()).toEqual([
      `Paid: ${reference}`,
      `Payment received: ${reference}`,
      `Unallocated payment: ${reference}`,
      `We have your R2 000: ${reference}`,
    ]);
  });
});

describe('a refund', () => {
  async function paidBy(provider: ProviderName) {
    const bought = await buy(provider);
    await (provider === 'payfast' ? payfast : paystack).pay(bought.reference).settled;
    await untilState(bought.id, 'paid');
    await site.takeMails();
    const [payment] = (await read(bought.id)).payments;
    return { ...bought, paymentId: payment?.id };
  }
  const refund = (
    { id, paymentId }: { id: string; paymentId: string | undefined },
    amount_cents: number,
    changes: Record<string, unknown> = {},
  ) =>
    admin.call('POST', `/api/orders/${id}/refund`, {
      id: randomUUID(),
      payment_id: paymentId,
      amount_cents,
      reason: 'As agreed',
      ...changes,
    });

  it('a refund is sent by PayFast, in parts', async () => {
    const bought = await paidBy('payfast');
    passMinute();
    const part = await refund(bought, 50_000);
    expect(part.body).toMatchObject({
      state: 'partly-refunded',
      refunded_cents: 50_000,
      refunds: [{ state: 'done' }],
      documents: [{ kind: 'receipt' }, { kind: 'credit note' }],
    });
    const { mail } = (await site.takeMails()).only('thandi@example.com');
    expect(mail.subject).toBe(`Refund: ${bought.reference}`);
    expect(mail.attachments).toMatchObject([{ filename: 'TEST-CN-2030-0001.pdf' }]);
    expect((await refund(bought, 150_001)).status).toBe(409);
    expect((await refund(bought, 150_000)).body.state).toBe('refunded');
    expect((await refund(bought, 1)).status).toBe(409);
    expect(payfast.refunds.slice(-2)).toMatchObject([
      { amountCents: 50_000 },
      { amountCents: 150_000 },
    ]);
  });

  it('a refund is made once for repeated requests', async () => {
    const bought = await paidBy('paystack');
    const before = paystack.refunds.length;
    const id = randomUUID();
    await times(5, () => refund(bought, 50_000, { id }));
    expect(paystack.refunds.length - before).toBe(1);
    expect((await read(bought.id)).refunds).toMatchObject([{ amount_cents: 50_000 }]);
  });

  it('a refund without an answer needs the mentor’s decision, and is not repeated', async () => {
    const bought = await paidBy('paystack');
    paystack.moods.refund = 'is broken';
    const asked = await refund(bought, 200_000);
    expect(asked.body).toMatchObject({ state: 'paid', refunds: [{ state: 'unknown' }] });
    paystack.moods.refund = 'answers';
    expect((await refund(bought, 200_000)).status).toBe(409);
    const { refunds } = await admin.read('/api/orders/problems');
    expect(refunds).toMatchObject([{ reference: bought.reference }]);
    const path = `/api/orders/${bought.id}/refunds/${asked.body.refunds[0].id}`;
    const early = await admin.call('PUT', path, { state: 'failed' });
    expect(early).toMatchObject({ status: 409, body: { code: 'not-refundable' } });
    passMinute();
    const resolved = await admin.call('PUT', path, { state: 'done' });
    expect(resolved.body).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] });
    expect((await admin.call('PUT', path, { state: 'failed' })).status).toBe(409);
  });

  it('a refund that the provider refuses changes nothing', async () => {
    const bought = await paidBy('paystack');
    paystack.change(bought.reference, { status: 'reversed' });
    const { body } = await refund(bought, 200_000);
    expect(body).toMatchObject({
      state: 'paid',
      refunded_cents: 0,
      refunds: [{ state: 'failed' }],
    });
    paystack.change(bought.reference, { status: 'success' });
    clock.now = new Date(+openingMorning + 37_265);
    const again = await refund(bought, 200_000);
    expect(again.body.refunds).toMatchObject([{ state: 'sent' }, { state: 'failed' }]);
  });

  it('a refund of a transfer is noted by hand only', async () => {
    const { id } = await order();
    await mark(id);
    const [payment] = (await read(id)).payments;
    const paid = { id, paymentId: payment?.id };
    expect((await refund(paid, 200_000)).status).toBe(409);
    const { body } = await refund(paid, 200_000, { by_hand: true });
    expect(body).toMatchObject({ state: 'refunded', refunds: [{ state: 'by-hand' }] });
  });

  it('a refund of unallocated money does not change the order', async () => {
    const { id, reference } = await buy('paystack');
    await admin.call('POST', `/api/orders/${id}/cancel`);
    await paystack.pay(reference).settled;
    await settled(id);
    const [payment] = (await read(id)).payments;
    const { body } = await refund({ id, paymentId: payment?.id }, 200_000);
    expect(body).toMatchObject({ state: 'cancelled', has_unallocated: false, documents: [] });
  });

  it('a refund of an undone mark asks no provider and emails no buyer', async () => {
    const bought = await paidBy('payfast');
    const undone = await admin.call('POST', `/api/orders/${bought.id}/undo`);
    expect(undone).toMatchObject({ status: 409, body: { code: 'order-closed' } });
  });
});

describe('test money', () => {
  it('test money is marked everywhere, and in no sum', async () => {
    const { id, reference, token } = await buy('payfast');
    expect((await see({ token })).providers).toEqual([
      { name: 'payfast', label: 'PayFast', isTest: true },
      { name: 'paystack', label: 'Paystack', isTest: true },
    ]);
    expect(await read(id)).toMatchObject({ state: 'awaiting', is_test: true, payments: [] });
    await payfast.pay(reference).settled;
    await untilState(id, 'paid');
    expect(await read(id)).toMatchObject({ is_test: true, payments: [{ is_test: true }] });
    expect((await admin.read('/api/orders/sums?period=2030')).items).toEqual([]);
  });

  it('takes no number of the real series', async () => {
    const { id, reference } = await buy('payfast');
    await payfast.pay(reference).settled;
    await untilState(id, 'paid');
    passMinute();
    const [payment] = (await read(id)).payments;
    await admin.call('POST', `/api/orders/${id}/refund`, {
      id: randomUUID(),
      payment_id: payment?.id,
      amount_cents: 45_001,
      reason: 'As agreed',
    });
    const real = await order();
    await mark(real.id);
    const numbersOf = async (orderId: string) =>
      (await read(orderId)).documents.map(({ number }) => number);
    expect(await numbersOf(id)).toEqual(['TEST-RCT-2030-0001', 'TEST-CN-2030-0001']);
    expect(await numbersOf(real.id)).toEqual(['RCT-2030-0001']);
    const said = (await site.takeMails()).all.flatMap(({ mail }) =>
      mail.text?.includes('No real money moved') ? [mail.subject] : [],
    );
    expect(said.sort()).toEqual([
      `Paid: ${reference}`,
      `Payment received: ${reference}`,
      `Refund: ${reference}`,
    ]);
  });

  it('test money is marked on the page, in the lists and in the emails of an order that does not take it', async () => {
    const { id, reference, token } = await buy('payfast');
    await mark(id);
    await site.takeMails();
    await payfast.pay(reference).settled;
    await site.settled(id);
    const text = 'TEST: R2\u00A0000 of this was paid with test keys. No real money moved for it.';
    expect(await see({ token })).toMatchObject({ unallocatedCents: 200_000, testText: text });
    expect(await read(id)).toMatchObject({ state: 'paid', is_test: true });
    expect((await admin.read('/api/orders/problems')).unallocated).toMatchObject([
      { id, is_test: true },
    ]);
    expect(await (await admin.asMentor('GET', '/api/orders/export')).text()).toMatch(
      new RegExp(`${reference}.*;"yes";`),
    );
    const arrived = (await site.takeMails()).all;
    expect(arrived).toHaveLength(2);
    for (const { mail } of arrived) expect(mail.text).toContain(text);

    const payment = (await read(id)).payments.find(({ is_test }) => is_test);
    await admin.call('POST', `/api/orders/${id}/refund`, {
      id: randomUUID(),
      payment_id: payment?.id,
      amount_cents: 200_000,
      reason: 'As agreed',
    });
    expect(await see({ token })).toMatchObject({ returnedCents: 200_000, testText: text });
    expect((await site.takeMails()).only(buyerAddress).mail.text).toContain(text);
  });

  it('test money is no mark of an order that a transfer has paid', async () => {
    const { id } = await order();
    expect((await mark(id)).body).toMatchObject({ state: 'paid', is_test: false });
  });
});

describe('the address of notifications', () => {
  const post = (path: string, headers: Record<string, string> = {}) =>
    api.app.request(path, { method: 'POST', body: 'a=b', headers });
  const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };

  it('takes what comes from elsewhere, unlike all others', async () => {
    expect((await post('/api/payments/payfast', foreign)).status).toBe(200);
    expect((await post('/api/payments/paystack', foreign)).status).toBe(200);
    for (const path of ['/api/leads', '/api/orders/statement', '/pay/token'])
      expect((await post(path, foreign)).status).toBe(403);
  });

  it('the address of notifications is known for both providers and for posts only', async () => {
    expect((await post('/api/payments/other')).status).toBe(404);
    expect((await api.app.request('/api/payments/payfast')).status).toBe(405);
    const large = { 'Content-Length': '70000' };
    expect((await post('/api/payments/payfast', large)).status).toBe(413);
  });

  it.each(['', '\0', 'm_payment_id=%00&pf_payment_id=%00&signature=%00', 'x'.repeat(32_000)])(
    'the address of notifications takes whatever is sent to it: %j',
    async (body) => {
      for (const provider of ['payfast', 'paystack']) {
        const sent = { method: 'POST', body };
        expect((await api.app.request(`/api/payments/${provider}`, sent)).status).toBe(200);
      }
      const json = '{"event":"charge.success","data":{"reference":"\\u0000\\ud800.0123abcd"}}';
      const sent = { method: 'POST', body: json };
      expect((await api.app.request('/api/payments/paystack', sent)).status).toBe(200);
      const { refused, forged } = await admin.read('/api/orders/problems');
      expect(refused).toEqual([]);
      expect(forged).toMatchObject([{ count: 1 }, { count: 2 }]);
    },
  );
});

it('the form of a page that takes payments may lead to the providers, and no other page’s', async () => {
  const readPolicy = async (path: string) => {
    const { headers } = await api.app.request(path);
    return /form-action ([^;]+)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1];
  };
  const { path } = await order();
  expect(await readPolicy(path)).toBe(`'self' ${payfast.url} ${paystack.url}`);
  for (const other of ['/', '/services', '/admin', '/booking/token', '/payments'])
    expect(await readPolicy(other)).toBe("'self'");
});
