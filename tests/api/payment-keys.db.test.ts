import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { callWith, mentor } from '#tests/support/accounts.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { withOrders } from '#tests/support/orders.ts';
import { startPayfastDouble } from '#tests/support/payfast-double.ts';
import { startPaystackDouble } from '#tests/support/paystack-double.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const [payfast, paystack] = [await startPayfastDouble(), await startPaystackDouble()];
/** Where the providers are. The keys are entered. */
const addresses = {
  PAYFAST_URL: payfast.url,
  PAYFAST_API_URL: payfast.url,
  PAYSTACK_URL: paystack.url,
};
const site = await openTestSite({ environment: addresses, now: openingMorning });
const { api, admin, takeMails } = site;
const { order, see } = withOrders(site);

afterAll(() => Promise.all([payfast.close(), paystack.close()]));
afterEach(async () => {
  paystack.moods.verify = 'answers';
  await admin.call('DELETE', '/api/payment_keys/payfast');
  await admin.call('DELETE', '/api/payment_keys/paystack');
});

const currentPassword = mentor.password;
const payfastKeys = { ...payfast.account, isSandbox: true, currentPassword };
const paystackKeys = { secretKey: paystack.secretKey, currentPassword };

const save = (name: 'payfast' | 'paystack', keys: object) =>
  admin.call('PUT', `/api/payment_keys/${name}`, keys);
const list = async () => (await admin.read('/api/payment_keys')).items;
const test = async (name: string) =>
  (await admin.call('POST', `/api/payment_keys/${name}/test`)).body;
const faultsOf = (body: { errors?: { field: string; message: string }[] }) =>
  body.errors?.map(({ field }) => field);

describe('keys that the mentor enters', () => {
  it('keys that the mentor enters are asked about and work without a restart', async () => {
    const { token } = await order();
    expect((await see({ token })).providers).toEqual([]);
    await takeMails();
    expect((await save('paystack', paystackKeys)).status).toBe(204);
    expect((await save('payfast', payfastKeys)).status).toBe(204);
    expect(await list()).toMatchObject([
      { name: 'payfast', source: 'entered', isTest: true, merchantId: payfast.account.merchantId },
      { name: 'paystack', source: 'entered', isTest: true, merchantId: null },
    ]);
    expect((await see({ token })).providers).toEqual([
      { name: 'payfast', label: 'PayFast', isTest: true },
      { name: 'paystack', label: 'Paystack', isTest: true },
    ]);
    const visitor = { ipAddress: '192.0.2.1' };
    const start = await api.services.payments.startPayment(
      { token, provider: 'payfast', startNow: false },
      visitor,
    );
    expect(start.kind === 'form' && (await payfast.open(start))).toBeTruthy();
    const page = await api.app.request(`/pay/${token}`);
    expect(page.headers.get('Content-Security-Policy')).toContain(new URL(payfast.url).origin);
    const { all } = await takeMails();
    expect(all.map(({ mail }) => mail.subject)).toContainEqual(
      expect.stringContaining('Your card payments were changed'),
    );
    await admin.call('DELETE', '/api/payment_keys/payfast');
    expect((await see({ token })).providers).toMatchObject([{ name: 'paystack' }]);
  });

  it('keys that the mentor enters reach another process', async () => {
    const other = await site.startAnother();
    await save('paystack', paystackKeys);
    const names = async () =>
      (await other.services.orders.readPaymentSetUp()).providers.map(({ name }) => name);
    await expect.poll(names).toEqual(['paystack']);
  });

  it('keys that the mentor enters are encrypted in the database and in no answer', async () => {
    await save('payfast', payfastKeys);
    await save('paystack', paystackKeys);
    const { rows } = await api.pool.query('select encrypted from payment_keys');
    const answer = await (await admin.asMentor('GET', '/api/payment_keys')).text();
    const { merchantKey, passphrase } = payfast.account;
    expect(rows).toHaveLength(2);
    for (const secret of [merchantKey, passphrase, paystack.secretKey]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(answer).not.toContain(secret);
    }
  });

  it.each([
    ['payfast', { merchantId: '10099999' }, 'merchantId'],
    ['payfast', { merchantKey: 'q1cd2rdny4a5x' }, 'merchantKey'],
    ['payfast', { passphrase: 'Prys_en-Tyd/27' }, 'passphrase'],
    ['payfast', { passphrase: '' }, 'passphrase'],
    ['paystack', { secretKey: 'sk_test_0123456789' }, 'secretKey'],
    ['paystack', { secretKey: 'pk_test_0123456789' }, 'secretKey'],
    ['paystack', { currentPassword: 'wrong' }, 'currentPassword'],
  ] as const)(
    'keys that the mentor enters of %s are not saved with %j',
    async (name, change, field) => {
      const keys = name === 'payfast' ? payfastKeys : paystackKeys;
      const { status, body } = await save(name, { ...keys, ...change });
      expect([status, faultsOf(body)]).toEqual([422, [field]]);
      expect(await list()).toMatchObject([{ source: 'none' }, { source: 'none' }]);
    },
  );

  it('keys that the mentor enters are not saved while the provider does not answer, and replace no earlier ones', async () => {
    await save('paystack', paystackKeys);
    paystack.moods.verify = 'is broken';
    const { status, body } = await save('paystack', paystackKeys);
    expect([status, faultsOf(body)]).toEqual([422, ['']]);
    expect(await test('paystack')).toMatchObject({ isAccepted: false });
    paystack.moods.verify = 'answers';
    expect(await test('paystack')).toEqual({
      isAccepted: true,
      answer: 'Paystack accepts the keys. These are test keys: no real money moves.',
    });
    expect((await list())[1]).toMatchObject({ source: 'entered', problem: null });
  });

  it('keys that the mentor enters that were encrypted with another secret are named, and take no payments', async () => {
    await save('paystack', paystackKeys);
    await api.pool.query(`update payment_keys set encrypted = 'xyz'`);
    expect((await list())[1]).toMatchObject({ isTest: null, problem: 'unreadable' });
    expect((await admin.call('POST', '/api/payment_keys/paystack/test')).status).toBe(404);
  });
});

it('gives the environment precedence, and says so', async () => {
  const other = await site.startAnother({ environment: { ...addresses, ...paystack.env } });
  const call = callWith(other, admin.cookie);
  const { items } = await (await call('GET', '/api/payment_keys')).json();
  expect(items).toMatchObject([
    { name: 'payfast', source: 'none' },
    { name: 'paystack', source: 'environment', isTest: true },
  ]);
  const refused = await call('PUT', '/api/payment_keys/paystack', paystackKeys);
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'payment-keys-fixed']);
  expect((await call('DELETE', '/api/payment_keys/paystack')).status).toBe(409);
  expect((await (await call('POST', '/api/payment_keys/paystack/test')).json()).isAccepted).toBe(
    true,
  );
});
