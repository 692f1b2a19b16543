import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { PaystackSettings } from '#platform/config/payments.ts';
import { serveDouble } from '#tests/support/payment-double.ts';
import { type PaystackDouble, startPaystackDouble } from '#tests/support/paystack-double.ts';
import { createPaystack } from './paystack.ts';
import { type PaymentRequest, ProviderUnavailable, type RawNotification } from './provider.ts';

let double: PaystackDouble;
let site: Awaited<ReturnType<typeof serveDouble>>;
let received: RawNotification[];

beforeAll(async () => {
  double = await startPaystackDouble();
  const app = new Hono().post('/webhook', async (context) => {
    received.push({ body: await context.req.text(), headers: context.req.header() });
    return context.text('');
  });
  site = await serveDouble(app);
  double.dashboard.webhookUrl = `${site.url}/webhook`;
});
afterAll(async () => {
  await double.close();
  await site.close();
});
beforeEach(() => {
  received = [];
  Object.assign(double.moods, { initialize: 'answers', verify: 'answers', refund: 'answers' });
});

/** There is a key, so there is a provider. */
const settings = () => readConfig(double.env).payments.paystack as PaystackSettings;
const paystack = (timeoutMs?: number) => createPaystack(settings(), timeoutMs ? { timeoutMs } : {});

const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderReference: 'TP-7K4Q2',
  amountCents: 100_000,
  itemName: 'Gold course',
  buyer: { firstName: 'Zoë 😀', email: 'zoe@example.com' },
  returnUrl: `${site.url}/return?step=2`,
  cancelUrl: `${site.url}/cancel`,
  notifyUrl: `${site.url}/webhook`,
  ...changes,
});

async function start(changes?: Partial<PaymentRequest>) {
  const started = await paystack().start(request(changes));
  if (started.kind !== 'redirect') throw new Error('Paystack wants a redirect');
  return started;
}

async function pay(options?: Parameters<PaystackDouble['pay']>[1]) {
  const { transactionReference } = await start();
  await double.pay(transactionReference, options).settled;
  return { notification: received.at(-1) as RawNotification, transactionReference };
}

describe('a start', () => {
  it('opens a transaction at Paystack', async () => {
    const { url, transactionReference } = await start();
    expect(url).toMatch(new RegExp(`^${double.url}/checkout/\\w+$`));
    expect(transactionReference).toMatch(/^TP-7K4Q2\.[\da-f]{8}$/);
    expect(await (await fetch(url)).text()).toContain('ZAR 1000.00');
  });

  it('a start can be repeated after a buyer gave up', async () => {
    const [first, second] = [await start(), await start()];
    expect(first.transactionReference).not.toBe(second.transactionReference);
  });

  it('a start fails with Paystack’s message if Paystack refuses it', async () => {
    const buyer = { firstName: 'Zoë', email: 'nobody' };
    const refused = start({ buyer });
    await expect(refused).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(refused).rejects.toThrow('Invalid Email Address Passed');
  });

  it.each(['is forbidden', 'is broken', 'hangs'] as const)(
    'a start fails when Paystack %s',
    async (mood) => {
      double.moods.initialize = mood;
      const failed = paystack(mood === 'hangs' ? 50 : undefined).start(request());
      await expect(failed).rejects.toBeInstanceOf(ProviderUnavailable);
    },
  );

  it('fails with a wrong key', async () => {
    const stranger = createPaystack({ ...settings(), secretKey: 'sk_test_other' });
    await expect(stranger.start(request())).rejects.toThrow('does not accept the secret key');
  });
});

describe('a webhook', () => {
  it('names the payment and the order before Paystack is asked', async () => {
    const { notification, transactionReference } = await pay();
    expect(paystack().readNotification(notification)).toEqual({
      providerPaymentId: transactionReference,
      orderReference: 'TP-7K4Q2',
      isAuthentic: true,
      isAboutPayment: true,
      claim: {
        providerPaymentId: transactionReference,
        orderReference: 'TP-7K4Q2',
        amountCents: 100_000,
        requestedCents: 100_000,
        currency: 'ZAR',
      },
      news: undefined,
    });
  });

  it('a webhook is not about a payment of this site if the reference is another site’s', async () => {
    const { notification } = await pay({ webhookChanges: { reference: 'another-shop-7' } });
    expect(paystack().readNotification(notification)).toMatchObject({
      orderReference: undefined,
      isAuthentic: true,
      isAboutPayment: false,
    });
  });

  it.each(['', 'no JSON', 'null', '[]', '{"event":1,"data":[]}'])('a webhook may be %j', (body) => {
    expect(paystack().readNotification({ body, headers: {} })).toEqual({
      providerPaymentId: undefined,
      orderReference: undefined,
      isAuthentic: false,
      isAboutPayment: false,
      claim: undefined,
      news: undefined,
    });
  });

  it('a webhook has the signature of its raw text', () => {
    // Made by Python's hmac.
    const signature =
      'eeb15bdad46e6fdeda33f6b2d436d9042945c656af9dd394e7ae07ca733d32f4' +
      'e350ce8bfe1d9eb76b3df80376a9476b476f3dd14bd82510b6336109b7f4fe2f';
    const provider = createPaystack({ ...settings(), secretKey: 'sk_test_0123456789abcdef' });
    const body =
      '{"event":"charge.success","data":{"reference":"TP-7K4Q2.5f0c2a9b","note":"Zoë 😀"}}';
    const read = (text: string) =>
      provider.readNotification({ body: text, headers: { 'x-paystack-signature': signature } });
    expect(read(body).isAuthentic).toBe(true);
    expect(read(body.replace(',', ', ')).isAuthentic).toBe(false);
  });

  it('a webhook is paid once Paystack confirms it, however often it is sent', async () => {
    const { notification, transactionReference } = await pay();
    const paid = {
      outcome: 'paid',
      payment: {
        providerPaymentId: transactionReference,
        orderReference: 'TP-7K4Q2',
        amountCents: 100_000,
        requestedCents: 100_000,
        currency: 'ZAR',
      },
    };
    await expect(paystack().verify(notification)).resolves.toEqual(paid);
    const [last] = double.deliveries.slice(-1);
    if (last) await double.repeat(last).settled;
    expect(received.at(-1)?.body).toBe(notification.body);
    await expect(paystack().verify(notification)).resolves.toEqual(paid);
  });

  it.each([
    { amount: 99_999, currency: 'ZAR' },
    { amount: 100_001, currency: 'ZAR' },
    { amount: 100_000, currency: 'NGN' },
  ])('reports what Paystack received: %j', async (changes) => {
    const { notification } = await pay({ changes });
    await expect(paystack().verify(notification)).resolves.toMatchObject({
      outcome: 'paid',
      payment: { amountCents: changes.amount, currency: changes.currency },
    });
  });

  it('reports the fees that the buyer paid', async () => {
    const { notification } = await pay({ changes: { amount: 103_335 } });
    await expect(paystack().verify(notification)).resolves.toMatchObject({
      payment: { amountCents: 103_335, requestedCents: 100_000 },
    });
  });

  it.each([
    [
      'refund.processed',
      { amount: '40050', id: 7 },
      { kind: 'refund', outcome: 'refunded', amountCents: 40_050, refundId: '7' },
    ],
    [
      'refund.failed',
      { amount: 40_050, id: null },
      { kind: 'refund', outcome: 'failed', refundId: undefined },
    ],
    ['refund.needs-attention', { amount: 1 }, { kind: 'refund', outcome: 'stuck' }],
    ['refund.processing', { amount: 1 }, { kind: 'refund', outcome: 'sent' }],
    ['refund.processed', { amount: 'much' }, undefined],
    [
      'charge.dispute.create',
      { id: 9, dueAt: null },
      { kind: 'dispute', disputeId: '9', dueAt: undefined, isResolved: false },
    ],
    [
      'charge.dispute.resolve',
      { id: '9', dueAt: '2030-01-08T09:00:37.265Z' },
      { kind: 'dispute', dueAt: new Date('2030-01-08T09:00:37.265Z'), isResolved: true },
    ],
    ['charge.dispute.create', {}, undefined],
    ['transfer.success', {}, undefined],
  ])('says about an earlier payment: %s %j', async (event, data, news) => {
    const { transactionReference } = await pay();
    await double.tell(transactionReference, event, data).settled;
    const read = paystack().readNotification(received.at(-1) as RawNotification);
    expect(read).toMatchObject({ orderReference: 'TP-7K4Q2', isAboutPayment: false });
    if (news) expect(read.news).toMatchObject(news);
    else expect(read.news).toBeUndefined();
  });

  it('a webhook does not decide the amount: Paystack is asked', async () => {
    const { notification } = await pay({ webhookChanges: { amount: 1, currency: 'USD' } });
    await expect(paystack().verify(notification)).resolves.toMatchObject({
      outcome: 'paid',
      payment: { amountCents: 100_000, currency: 'ZAR' },
    });
  });

  it.each([
    ['bad-signature', { signature: 'f'.repeat(128) }],
    ['bad-signature', { signature: '' }],
    ['not-a-payment', { event: 'transfer.success' }],
    ['not-a-payment', { webhookChanges: { reference: '' } }],
    ['not-a-payment', { webhookChanges: { reference: 'another-shop-7' } }],
    ['not-a-payment', { webhookChanges: { reference: '..' } }],
    ['not-confirmed', { webhookChanges: { reference: 'TP-7K4Q2.00000000' } }],
    ['not-complete', { changes: { status: 'failed' } }],
    ['not-complete', { changes: { status: 'reversed' } }],
    ['bad-amount', { changes: { amount: 1000.5 } }],
    ['bad-amount', { changes: { amount: '1000.00' } }],
  ])('a webhook is refused as %s with %j', async (code, options) => {
    const { notification } = await pay(options);
    await expect(paystack().verify(notification)).resolves.toMatchObject({
      outcome: 'refused',
      code,
      reason: expect.stringMatching(/\.$/),
    });
  });

  it('a webhook is left undecided while Paystack is not sure', async () => {
    const { notification, transactionReference } = await pay({ changes: { status: 'pending' } });
    await expect(paystack().verify(notification)).rejects.toBeInstanceOf(ProviderUnavailable);
    double.change(transactionReference, { status: 'success' });
    await expect(paystack().verify(notification)).resolves.toMatchObject({ outcome: 'paid' });
  });

  it.each(['is forbidden', 'is broken', 'hangs'] as const)(
    'a webhook is left undecided while Paystack %s',
    async (mood) => {
      const { notification, transactionReference } = await pay();
      double.moods.verify = mood;
      const provider = paystack(mood === 'hangs' ? 50 : undefined);
      const isUndecided = expect.any(ProviderUnavailable);
      await expect(provider.verify(notification)).rejects.toEqual(isUndecided);
      await expect(provider.findPayment?.(transactionReference)).rejects.toEqual(isUndecided);
    },
  );

  const described = { status: 'success', amount: 100_000, currency: 'ZAR' };

  it.each([
    [
      200,
      { status: true, data: { ...described, reference: 'TP-7K4Q2.00000000' } },
      'not-confirmed',
    ],
    [404, { status: false }, 'not-confirmed'],
    [422, { status: false }, 'undecided'],
    [429, { status: false }, 'undecided'],
    [200, { status: true, data: null }, 'undecided'],
    [200, 'maintenance', 'undecided'],
  ] as const)('a webhook to which Paystack says %i %j is %s', async (status, answer, expected) => {
    const { notification } = await pay();
    const body = typeof answer === 'string' ? answer : { message: 'Words', ...answer };
    const other = await serveDouble(new Hono().all('*', (context) => context.json(body, status)));
    const verdict = createPaystack({ ...settings(), url: other.url })
      .verify(notification)
      .then(
        (decided) => decided.outcome === 'refused' && decided.code,
        (error: unknown) => error instanceof ProviderUnavailable && 'undecided',
      );
    await expect(verdict).resolves.toBe(expected);
    await other.close();
  });
});

describe('a return', () => {
  it('a return finds a payment before its webhook arrives', async () => {
    const { url } = await start();
    const back = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    const { searchParams } = new URL(back.headers.get('Location') ?? '');
    expect(searchParams.get('step')).toBe('2');
    const found = await paystack().findPayment?.(searchParams.get('reference') ?? '');
    expect(found).toEqual({
      providerPaymentId: searchParams.get('reference'),
      orderReference: 'TP-7K4Q2',
      amountCents: 100_000,
      requestedCents: 100_000,
      currency: 'ZAR',
    });
  });

  it('finds nothing while nothing is paid, or for an invented reference', async () => {
    const { transactionReference } = await start();
    await expect(paystack().findPayment?.(transactionReference)).resolves.toBeUndefined();
    double.change(transactionReference, { status: 'failed' });
    await expect(paystack().findPayment?.(transactionReference)).resolves.toBeUndefined();
    await expect(paystack().findPayment?.('TP-7K4Q2.00000000')).resolves.toBeUndefined();
    await expect(paystack().findPayment?.('..')).resolves.toBeUndefined();
    await expect(paystack().findPayment?.('')).resolves.toBeUndefined();
  });

  it('leads to the cancel address when the buyer gives up', async () => {
    const { url } = await start();
    const back = await fetch(`${url}/cancel`, { method: 'POST', redirect: 'manual' });
    expect(back.headers.get('Location')).toBe(`${site.url}/cancel`);
  });
});

describe('a refund', () => {
  const refund = (providerPaymentId: string, amountCents: number, timeoutMs?: number) =>
    paystack(timeoutMs).refund({ providerPaymentId, amountCents, reason: 'One lesson less' });

  it('sends back a part and then the rest, and never more', async () => {
    const { transactionReference: reference } = await pay();
    await expect(refund(reference, 40_000)).resolves.toEqual({
      outcome: 'sent',
      refundId: expect.stringMatching(/^\d+$/),
    });
    await expect(refund(reference, 60_001)).resolves.toMatchObject({ outcome: 'refused' });
    await expect(refund(reference, 60_000)).resolves.toMatchObject({ outcome: 'sent' });
    await expect(refund(reference, 1)).resolves.toEqual({
      outcome: 'refused',
      message: expect.stringContaining('Transaction has been fully reversed'),
    });
    expect(double.refunds).toMatchObject([
      { reference, amountCents: 40_000, reason: 'One lesson less' },
      { reference, amountCents: 60_000, reason: 'One lesson less' },
    ]);
  });

  it.each([
    ['processed', 'refunded'],
    ['processing', 'sent'],
    ['needs-attention', 'sent'],
    ['failed', 'refused'],
  ])('a refund that Paystack answers with %s is %s', async (status, outcome) => {
    const { transactionReference } = await pay();
    double.refundAnswer.status = status;
    await expect(refund(transactionReference, 100)).resolves.toMatchObject({ outcome });
    double.refundAnswer.status = 'pending';
  });

  it.each(['is broken', 'hangs'] as const)('a refund is unknown when Paystack %s', async (mood) => {
    const { transactionReference } = await pay();
    double.moods.refund = mood;
    const timeoutMs = mood === 'hangs' ? 50 : undefined;
    await expect(refund(transactionReference, 100, timeoutMs)).resolves.toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('before you try again'),
    });
  });
});
