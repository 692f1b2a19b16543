import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { allowsKeys, requireLiveKeys } from './payments.ts';

const readPaymentSettings = (env: Record<string, string>) => readConfig(env).payments;

const live = {
  PAYFAST_MERCHANT_ID: '10054321',
  PAYFAST_MERCHANT_KEY: 'k3yk3yk3yk3y',
  PAYFAST_PASSPHRASE: 'Prys_en-Tyd/26',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
};
const sandbox = {
  PAYFAST_MERCHANT_ID: '10000100',
  PAYFAST_MERCHANT_KEY: '46f0cd694581a',
  PAYFAST_PASSPHRASE: 'jt7NOE43FZPn',
};

it('offers nothing without keys', () => {
  const nothing = { payfast: undefined, paystack: undefined, allowsTestKeys: false };
  expect(readPaymentSettings({})).toEqual(nothing);
  expect(readPaymentSettings({ PAYSTACK_SECRET_KEY: ' ', PAYFAST_PASSPHRASE: '' })).toEqual(
    nothing,
  );
});

it('reads live keys of the providers', () => {
  expect(readPaymentSettings(live)).toEqual({
    payfast: {
      merchantId: '10054321',
      merchantKey: 'k3yk3yk3yk3y',
      passphrase: 'Prys_en-Tyd/26',
      url: 'https://www.payfast.co.za',
      apiUrl: 'https://api.payfast.co.za',
      checkoutOrigins: ['https://www.payfast.co.za', 'https://payment.payfast.io'],
      isTest: false,
    },
    paystack: {
      secretKey: 'sk_live_0123456789abcdef',
      url: 'https://api.paystack.co',
      checkoutOrigins: ['https://checkout.paystack.com'],
      isTest: false,
    },
    allowsTestKeys: false,
  });
});

it.each([sandbox, { ...live, PAYFAST_SANDBOX: 'on' }, { ...live, PAYFAST_SANDBOX: 'true' }])(
  'sends %j to the sandbox, which has no refunds',
  (env) => {
    expect(readPaymentSettings(env).payfast).toMatchObject({
      url: 'https://sandbox.payfast.co.za',
      apiUrl: undefined,
      checkoutOrigins: ['https://sandbox.payfast.co.za'],
      isTest: true,
    });
  },
);

it.each([
  ['the public account', { ...sandbox, PAYFAST_SANDBOX: 'off' }],
  ['the sandbox’s address', { ...live, PAYFAST_URL: 'https://sandbox.payfast.co.za' }],
  ['a look-alike', { ...live, PAYFAST_URL: 'https://www.payfast.co.za.example.com' }],
  ['this machine', { ...live, PAYFAST_URL: 'http://127.0.0.1:4000' }],
])('counts %s as a PayFast test', (_, env) => {
  expect(readPaymentSettings(env).payfast?.isTest).toBe(true);
});

it('accepts addresses with a trailing slash, and uses no other address for refunds', () => {
  const env = {
    ...live,
    PAYFAST_URL: 'http://127.0.0.1:4000/',
    PAYSTACK_URL: 'http://127.0.0.1:4001/',
  };
  const { payfast, paystack } = readPaymentSettings(env);
  expect(payfast).toMatchObject({ url: 'http://127.0.0.1:4000', apiUrl: undefined });
  expect(paystack).toMatchObject({
    url: 'http://127.0.0.1:4001',
    checkoutOrigins: ['http://127.0.0.1:4001'],
    isTest: true,
  });
});

it('distinguishes test keys of Paystack from live keys', () => {
  const isTest = (key: string) =>
    readPaymentSettings({ PAYSTACK_SECRET_KEY: key }).paystack?.isTest;
  expect(isTest('sk_test_0123456789abcdef')).toBe(true);
  expect(isTest('sk_live_0123456789abcdef')).toBe(false);
});

it.each([
  [{ PAYFAST_MERCHANT_ID: '10054321' }, 'PAYFAST_MERCHANT_KEY, PAYFAST_PASSPHRASE must be set too'],
  [{ ...live, PAYFAST_PASSPHRASE: '' }, 'PAYFAST_PASSPHRASE must be set too'],
  [{ ...live, PAYFAST_MERCHANT_ID: 'ten' }, 'PAYFAST_MERCHANT_ID must be a number.'],
  [
    { PAYSTACK_SECRET_KEY: 'pk_live_0123' },
    'PAYSTACK_SECRET_KEY must begin with sk_test_ or sk_live_.',
  ],
  [{ PAYSTACK_URL: 'api.paystack.co' }, 'PAYSTACK_URL must be an address'],
  [{ PAYFAST_URL: 'ftp://payfast.co.za' }, 'PAYFAST_URL must be an address'],
  [{ PAYMENTS_TEST: 'perhaps' }, 'PAYMENTS_TEST must be on or off.'],
])('refuses the variables %j', (env, problem) => {
  expect(() => readPaymentSettings(env)).toThrow(ConfigError);
  expect(() => readPaymentSettings(env)).toThrow(problem);
});

it('an error about a key never quotes its value', () => {
  const env = { ...live, PAYSTACK_SECRET_KEY: 'hunter2', PAYFAST_MERCHANT_ID: 'hunter2' };
  expect(() => readPaymentSettings(env)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

describe('a site with test keys', () => {
  const test = readPaymentSettings(sandbox);

  it.each([
    'https://www.example.co.za',
    'http://41.0.0.1',
    'http://[2c0f:fb50::1]:3000',
    'https://localhost.example.com',
  ])('a site with test keys does not start at %s', (siteUrl) => {
    expect(() => requireLiveKeys(test, siteUrl)).toThrow(ConfigError);
    expect(() => requireLiveKeys(test, siteUrl)).toThrow('PAYFAST_MERCHANT_ID is a test account');
  });

  it.each([
    'http://localhost:3000',
    'http://shop.localhost',
    'http://site.test',
    'http://127.0.0.1:3000',
    'http://127.8.8.8',
    'http://[::1]:3000',
    'http://[::ffff:192.168.1.4]',
    'http://192.168.1.4',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://[fd00::1]',
    'http://0.0.0.0:3000',
  ])('a site with test keys starts at %s', (siteUrl) => {
    expect(() => requireLiveKeys(test, siteUrl)).not.toThrow();
  });

  it('a site with test keys starts anywhere with PAYMENTS_TEST=true', () => {
    const allowed = readPaymentSettings({ ...sandbox, PAYMENTS_TEST: 'true' });
    expect(() => requireLiveKeys(allowed, 'https://www.example.co.za')).not.toThrow();
  });

  it('a site with test keys names each of them', () => {
    const both = readPaymentSettings({ ...sandbox, PAYSTACK_SECRET_KEY: 'sk_test_0123456789' });
    expect(() => requireLiveKeys(both, 'https://www.example.co.za')).toThrow(
      'PAYFAST_MERCHANT_ID is a test account and PAYSTACK_SECRET_KEY is a test key',
    );
  });
});

it('lets a public site start with live keys, or with none', () => {
  expect(() =>
    requireLiveKeys(readPaymentSettings(live), 'https://www.example.co.za'),
  ).not.toThrow();
  expect(() => requireLiveKeys(readPaymentSettings({}), 'https://www.example.co.za')).not.toThrow();
});

describe('keys that were entered', () => {
  const payfast = {
    merchantId: '10012345',
    merchantKey: 'q1cd2rdny4a53',
    passphrase: 'Prys_en-Tyd/26',
    isSandbox: false,
  };
  const paystack = { secretKey: 'sk_live_0123456789abcdef' };

  it('complete those of the environment, which win', () => {
    const config = readConfig({ PAYSTACK_SECRET_KEY: 'sk_test_37265' });
    const { payfast: entered, paystack: own } = config.paymentsWith({ payfast, paystack });
    expect(entered).toMatchObject({ merchantId: '10012345', isTest: false });
    expect(own).toMatchObject({ secretKey: 'sk_test_37265', isTest: true });
  });

  it.each([
    [{ isSandbox: true }, 'https://sandbox.payfast.co.za'],
    [{ merchantId: '10000100' }, 'https://sandbox.payfast.co.za'],
    [{}, 'https://www.payfast.co.za'],
  ])(
    'keys that were entered of PayFast lead to its sandbox where they are from there: %j',
    (change, url) => {
      const entered = readConfig({}).paymentsWith({ payfast: { ...payfast, ...change } });
      expect(entered.payfast).toMatchObject({ url, isTest: url.includes('sandbox') });
    },
  );

  it.each([
    ['https://gold.example.com', true, false],
    ['https://gold.example.com', false, true],
    ['http://127.0.0.1:4000', true, true],
  ])(
    'keys that were entered may take payments on %s, with test keys %j: %j',
    (siteUrl, isTest, isAllowed) => {
      expect(allowsKeys({ allowsTestKeys: false }, { isTest }, siteUrl)).toBe(isAllowed);
      expect(allowsKeys({ allowsTestKeys: true }, { isTest }, siteUrl)).toBe(true);
    },
  );
});
