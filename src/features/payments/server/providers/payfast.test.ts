import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { PayfastSettings } from '#platform/config/payments.ts';
import { type PayfastDouble, startPayfastDouble } from '#tests/support/payfast-double.ts';
import { serveDouble } from '#tests/support/payment-double.ts';
import { createPayfast, parseAmount, toAmount } from './payfast.ts';
import { type PaymentRequest, ProviderUnavailable, type RawNotification } from './provider.ts';

let double: PayfastDouble;
let site: Awaited<ReturnType<typeof serveDouble>>;
/** What the site received, and what it answers. */
let received: RawNotification[];
let siteAnswers: 200 | 500;

beforeAll(async () => {
  double = await startPayfastDouble();
  const app = new Hono().post('/notify', async (context) => {
    received.push({ body: await context.req.text(), headers: context.req.header() });
    return context.text('', siteAnswers);
  });
  site = await serveDouble(app);
});
afterAll(async () => {
  await double.close();
  await site.close();
});
beforeEach(() => {
  received = [];
  siteAnswers = 200;
  double.moods.validate = 'answers';
});

/** There are keys, so there is a provider. */
const settings = () => readConfig(double.env).payments.payfast as PayfastSettings;
const payfast = (timeoutMs?: number) => createPayfast(settings(), timeoutMs ? { timeoutMs } : {});

const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderReference: 'TP-7K4Q2',
  amountCents: 100_000,
  itemName: 'Gold course',
  buyer: { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' },
  returnUrl: `${site.url}/return`,
  cancelUrl: `${site.url}/cancel`,
  notifyUrl: `${site.url}/notify`,
  ...changes,
});

async function startForm(changes?: Partial<PaymentRequest>) {
  const start = await payfast().start(request(changes));
  if (start.kind !== 'form') throw new Error('PayFast wants a form');
  return start;
}

/** Opens a payment and pays it. Returns what arrived at the site. */
async function pay(options?: Parameters<PayfastDouble['pay']>[1]): Promise<RawNotification> {
  await double.open(await startForm());
  await double.pay('TP-7K4Q2', options).settled;
  return received.at(-1) as RawNotification;
}

describe('the form', () => {
  it('the form has the documented fields in their order, without blank ones', async () => {
    const buyer = { firstName: ' Thandi ', email: 'thandi@example.com' };
    const { action, fields, transactionReference } = await startForm({ buyer });
    expect(action).toBe(`${double.url}/eng/process`);
    expect(transactionReference).toBe('TP-7K4Q2');
    expect(fields.slice(0, -1)).toEqual([
      ['merchant_id', double.account.merchantId],
      ['merchant_key', double.account.merchantKey],
      ['return_url', `${site.url}/return`],
      ['cancel_url', `${site.url}/cancel`],
      ['notify_url', `${site.url}/notify`],
      ['name_first', 'Thandi'],
      ['email_address', 'thandi@example.com'],
      ['m_payment_id', 'TP-7K4Q2'],
      ['amount', '1000.00'],
      ['item_name', 'Gold course'],
    ]);
    expect(fields.at(-1)?.[0]).toBe('signature');
  });

  it.each([
    { firstName: 'Zoë', lastName: 'van der Merwe' },
    { firstName: 'N’Wamitwa', lastName: 'Šlàpelo-Ṱhohoyanḓou' },
    { firstName: 'ቴዎድሮስ', lastName: 'ⵣⴰⴽⵉ' },
    { firstName: 'Sipho 😀👨‍👩‍👧', lastName: '🇿🇦' },
    { firstName: ' *~ "\'<>&=+%\\ ', lastName: 'a\nb\tc' },
    { firstName: '😀'.repeat(150), lastName: '\ud83d' },
    { firstName: '', lastName: ' ' },
  ])('the form of the buyer %j is accepted, and so is its notification', async (name) => {
    const email = 'a@example.com';
    await double.open(
      await startForm({ buyer: { ...name, email }, itemName: 'Goud *~ 😀\\ kursus' }),
    );
    await double.pay('TP-7K4Q2').settled;
    const [notification] = received;
    expect(notification && (await payfast().verify(notification))).toMatchObject({
      outcome: 'paid',
    });
  });

  it('leaves out an email that PayFast would not take', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.example.com`;
    const { fields } = await startForm({ buyer: { firstName: 'Thandi', email } });
    expect(fields.map(([name]) => name)).not.toContain('email_address');
  });

  it('the form is refused by PayFast when anything in it is changed', async () => {
    const start = await startForm();
    const changed = start.fields.map(([name, value]): [string, string] =>
      name === 'amount' ? [name, '1.00'] : [name, value],
    );
    await expect(double.open({ ...start, fields: changed })).rejects.toThrow(
      'Generated signature does not match submitted signature',
    );
  });

  it('the form is refused by PayFast with another passphrase or account', async () => {
    const open = async (changes: Partial<PayfastSettings>) => {
      const start = await createPayfast({ ...settings(), ...changes }).start(request());
      if (start.kind === 'form') await double.open(start);
    };
    await expect(open({ passphrase: 'other' })).rejects.toThrow('signature');
    await expect(open({ merchantKey: 'other' })).rejects.toThrow('merchant key');
  });
});

describe('the pay page', () => {
  it('the pay page pays, notifies the site and leads back to it', async () => {
    const page = await double.open(await startForm());
    expect(await (await fetch(page)).text()).toContain('Gold course: R 1000.00');
    const back = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    expect(back.headers.get('Location')).toBe(`${site.url}/return`);
    await double.deliveries.at(-1)?.settled;
    expect(received).toHaveLength(1);
  });

  it('leads to the cancel address without notifying the site', async () => {
    const before = double.deliveries.length;
    const page = await double.open(await startForm());
    const back = await fetch(`${page}/cancel`, { method: 'POST', redirect: 'manual' });
    expect(back.headers.get('Location')).toBe(`${site.url}/cancel`);
    expect(double.deliveries).toHaveLength(before);
  });
});

describe('a notification', () => {
  it('names the payment and the order before PayFast is asked', async () => {
    const notification = await pay();
    const [{ paymentId } = { paymentId: undefined }] = double.deliveries.slice(-1);
    expect(payfast().readNotification(notification)).toEqual({
      providerPaymentId: paymentId,
      orderReference: 'TP-7K4Q2',
      isAuthentic: true,
      isAboutPayment: true,
      claim: {
        providerPaymentId: paymentId,
        orderReference: 'TP-7K4Q2',
        amountCents: 100_000,
        currency: 'ZAR',
      },
    });
    expect(payfast().readNotification({ body: 'nonsense', headers: {} })).toEqual({
      providerPaymentId: undefined,
      orderReference: undefined,
      isAuthentic: false,
      isAboutPayment: true,
      claim: undefined,
    });
  });

  it('a notification is paid once PayFast confirms it, however often it is sent', async () => {
    const notification = await pay();
    const paid = {
      outcome: 'paid',
      payment: {
        providerPaymentId: double.deliveries.at(-1)?.paymentId,
        orderReference: 'TP-7K4Q2',
        amountCents: 100_000,
        currency: 'ZAR',
      },
    };
    await expect(payfast().verify(notification)).resolves.toEqual(paid);
    const [last] = double.deliveries.slice(-1);
    if (last) await double.repeat(last).settled;
    expect(received.at(-1)?.body).toBe(notification.body);
    await expect(payfast().verify(notification)).resolves.toEqual(paid);
  });

  it('a notification is sent again until the site takes it', async () => {
    siteAnswers = 500;
    await double.open(await startForm());
    const delivery = double.pay('TP-7K4Q2');
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(2);
    siteAnswers = 200;
    await delivery.settled;
    expect(delivery.statuses.slice(0, 2)).toEqual([500, 500]);
    expect(delivery.statuses.at(-1)).toBe(200);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it.each(['999.99', '1000.01'])(
    'a notification has the amount that PayFast received: %s',
    async (amount) => {
      const notification = await pay({ changes: { amount_gross: amount } });
      await expect(payfast().verify(notification)).resolves.toMatchObject({
        outcome: 'paid',
        payment: { amountCents: Math.round(Number(amount) * 100) },
      });
    },
  );

  it.each([
    ['bad-signature', { signature: 'f'.repeat(32) }],
    ['bad-signature', { signature: '' }],
    ['other-merchant', { changes: { merchant_id: '10000100' } }],
    ['not-complete', { changes: { payment_status: 'CANCELLED' } }],
    ['not-complete', { changes: { payment_status: 'FAILED' } }],
    ['not-complete', { changes: { payment_status: '' } }],
    ['bad-amount', { changes: { amount_gross: '1e3' } }],
    ['bad-amount', { changes: { amount_gross: '0.00' } }],
    ['bad-amount', { changes: { amount_gross: '-1000.00' } }],
    ['unreadable', { changes: { pf_payment_id: '' } }],
    ['unreadable', { changes: { m_payment_id: '' } }],
    ['not-confirmed', { isConfirmed: false }],
  ])('a notification is refused as %s with %j', async (code, options) => {
    const notification = await pay(options);
    await expect(payfast().verify(notification)).resolves.toMatchObject({
      outcome: 'refused',
      code,
      reason: expect.stringMatching(/\.$/),
    });
  });

  it('a notification is not read after its signature, which does not cover that part', async () => {
    const { body, headers } = await pay({ changes: { m_payment_id: '' } });
    const longer = { body: `${body.replace('m_payment_id=&', '')}&m_payment_id=TP-7K4Q2`, headers };
    expect(payfast().readNotification(longer).orderReference).toBeUndefined();
  });

  it('a notification is refused without asking PayFast when its signature is wrong', async () => {
    double.moods.validate = 'hangs';
    const notification = await pay({ signature: 'f'.repeat(32) });
    await expect(payfast().verify(notification)).resolves.toMatchObject({ code: 'bad-signature' });
  });

  it.each(['is forbidden', 'is broken', 'hangs'] as const)(
    'a notification is left undecided while PayFast %s',
    async (mood) => {
      const notification = await pay();
      double.moods.validate = mood;
      const undecided = payfast(mood === 'hangs' ? 50 : undefined).verify(notification);
      await expect(undecided).rejects.toBeInstanceOf(ProviderUnavailable);
      double.moods.validate = 'answers';
      await expect(payfast().verify(notification)).resolves.toMatchObject({ outcome: 'paid' });
    },
  );

  it.each([
    [200, '<h1>VALID until Friday: maintenance</h1>'],
    [200, ''],
    [404, 'INVALID'],
    [403, 'VALID'],
  ] as const)('a notification is left undecided by the answer %i %j', async (status, body) => {
    const notification = await pay();
    const other = await serveDouble(new Hono().all('*', (context) => context.text(body, status)));
    const elsewhere = createPayfast({ ...settings(), url: other.url });
    await expect(elsewhere.verify(notification)).rejects.toBeInstanceOf(ProviderUnavailable);
    await other.close();
    await expect(elsewhere.verify(notification)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

describe('amounts', () => {
  it.each([
    [1, '0.01'],
    [99, '0.99'],
    [100, '1.00'],
    [100_000, '1000.00'],
    [123_456_789, '1234567.89'],
  ])('%i cents are %s, and back', (cents, text) => {
    expect(toAmount(cents)).toBe(text);
    expect(parseAmount(text)).toBe(cents);
  });

  it('amounts are exact where floating point is not', () => {
    expect(parseAmount('1.15')).toBe(115);
    expect(parseAmount('4.35')).toBe(435);
    expect(parseAmount('1000')).toBe(100_000);
    expect(parseAmount('1000.5')).toBe(100_050);
  });

  it.each([
    '',
    '1,000.00',
    '1000.001',
    '1e3',
    '-1.00',
    '+1.00',
    ' 1.00',
    '0x10',
    '1.',
    '.5',
    '١.00',
  ])('amounts of %j is none', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it.each([0, -1, 0.5, Number.NaN, 2 ** 60])('amounts of %d cents can’t be asked for', (cents) => {
    expect(() => toAmount(cents)).toThrow(RangeError);
  });
});
