import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { PayfastSettings } from '#platform/config/payments.ts';
import { type PayfastDouble, startPayfastDouble } from '#tests/support/payfast-double.ts';
import { serveDouble } from '#tests/support/payment-double.ts';
import { createPayfast } from './payfast.ts';

let double: PayfastDouble;
let site: Awaited<ReturnType<typeof serveDouble>>;

beforeAll(async () => {
  double = await startPayfastDouble();
  site = await serveDouble(new Hono().all('*', (context) => context.text('')));
});
afterAll(async () => {
  await double.close();
  await site.close();
});
beforeEach(() => {
  double.moods.refund = 'answers';
});

/** There are keys, so there is a provider. */
const settings = () => readConfig(double.env).payments.payfast as PayfastSettings;

/** Pays R 1000 through the double. Returns the payment's id. */
async function pay(): Promise<string> {
  const start = await createPayfast(settings()).start({
    orderReference: 'TP-7K4Q2',
    amountCents: 100_000,
    itemName: 'Gold course',
    buyer: { firstName: 'Thandi', email: 'thandi@example.com' },
    returnUrl: `${site.url}/return`,
    cancelUrl: `${site.url}/cancel`,
    notifyUrl: `${site.url}/notify`,
  });
  if (start.kind !== 'form') throw new Error('PayFast wants a form');
  await double.open(start);
  return double.pay('TP-7K4Q2').paymentId;
}

const refund = (providerPaymentId: string, amountCents: number, timeoutMs?: number) =>
  createPayfast(settings(), timeoutMs ? { timeoutMs } : {}).refund({
    providerPaymentId,
    amountCents,
    reason: 'Une leçon *moins*\n~',
  });

describe('a refund', () => {
  it('sends back a part and then the rest, and never more', async () => {
    const id = await pay();
    await expect(refund(id, 40_000)).resolves.toEqual({
      outcome: 'refunded',
      refundId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    await expect(refund(id, 60_000)).resolves.toMatchObject({ outcome: 'refunded' });
    await expect(refund(id, 1)).resolves.toEqual({
      outcome: 'refused',
      message: expect.stringContaining('exceeds what is left'),
    });
    expect(double.refunds).toMatchObject([
      { paymentId: id, amountCents: 40_000, reason: 'Une leçon *moins* ~' },
      { paymentId: id, amountCents: 60_000 },
    ]);
  });

  it('a refund is refused with a wrong passphrase', async () => {
    const providerPaymentId = await pay();
    const forged = createPayfast({ ...settings(), passphrase: 'other' });
    await expect(
      forged.refund({ providerPaymentId, amountCents: 100, reason: '' }),
    ).resolves.toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('Merchant authorization failed'),
    });
  });

  it.each(['is broken', 'hangs'] as const)('a refund is unknown when PayFast %s', async (mood) => {
    const id = await pay();
    double.moods.refund = mood;
    await expect(refund(id, 100, mood === 'hangs' ? 50 : undefined)).resolves.toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('before you try again'),
    });
  });

  it.each([
    ['{"code":200,"status":"success","data":{"response":true,"message":"ok"}}', 'refunded'],
    ['{"code":200,"status":"failed","data":{"response":"No"}}', 'refused'],
    ['thank you', 'unknown'],
  ])('a refund of which PayFast says %s is %s', async (body, outcome) => {
    const api = await serveDouble(new Hono().all('*', (context) => context.body(body, 200)));
    const provider = createPayfast({ ...settings(), apiUrl: api.url });
    await expect(
      provider.refund({ providerPaymentId: '1089250', amountCents: 100, reason: '' }),
    ).resolves.toMatchObject({ outcome });
    await api.close();
  });

  it('a refund is not possible in the sandbox', async () => {
    const sandbox = createPayfast({ ...settings(), apiUrl: undefined });
    await expect(
      sandbox.refund({ providerPaymentId: '1089250', amountCents: 100, reason: '' }),
    ).resolves.toMatchObject({ outcome: 'unsupported' });
  });
});
