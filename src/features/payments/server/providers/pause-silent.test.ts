import { describe, expect, it } from 'vitest';
import { pauseSilent } from './pause-silent.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

const timeout = () =>
  new ProviderUnavailable('It does not answer', {
    cause: new DOMException('The operation timed out', 'TimeoutError'),
  });
const paid = {
  providerPaymentId: '1089251',
  orderReference: 'TP-7K4Q2',
  amountCents: 45_001,
  currency: 'ZAR',
};

/** A provider that fails as long as there is a failure, with a clock. */
function openProvider() {
  const state = { failure: undefined as Error | undefined, calls: 0, now: 37_265 };
  const answer = async <Answer>(value: Answer) => {
    state.calls += 1;
    if (state.failure) throw state.failure;
    return value;
  };
  const provider: PaymentProvider = {
    name: 'paystack',
    label: 'Paystack',
    isTest: true,
    checkoutOrigins: [],
    start: () => answer({ kind: 'redirect', transactionReference: 'a', url: 'https://a.example' }),
    readNotification: () => {
      throw new Error('Not asked');
    },
    verify: () => answer({ outcome: 'paid', payment: paid }),
    findPayment: () => answer(paid),
    check: () => answer(undefined),
    refund: () => answer({ outcome: 'sent', refundId: '7' }),
  };
  const raw = { body: '', headers: {} };
  const paused = pauseSilent(provider, () => state.now);
  return { state, paused, verify: () => paused.verify(raw) };
}

describe('a provider that timed out twice', () => {
  it('a provider that timed out twice is not asked about payments for a minute', async () => {
    const { state, paused, verify } = openProvider();
    state.failure = timeout();
    await expect(verify()).rejects.toBe(state.failure);
    await expect(paused.findPayment?.('a')).rejects.toBe(state.failure);
    state.failure = undefined;
    await expect(verify()).rejects.toThrow('try again soon');
    await expect(paused.findPayment?.('a')).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(state.calls).toBe(2);
    // Payments and refunds can still be tried.
    await expect(paused.refund({ ...paid, reason: 'As agreed' })).resolves.toBeDefined();
    state.now += 60_000;
    await expect(verify()).resolves.toMatchObject({ outcome: 'paid' });
  });

  it('a provider that timed out twice is paused again after another timeout, and not after an answer', async () => {
    const { state, verify } = openProvider();
    const fail = async () => {
      state.failure = timeout();
      await expect(verify()).rejects.toBe(state.failure);
      state.failure = undefined;
    };
    await fail();
    await fail();
    state.now += 60_000;
    await fail();
    await expect(verify()).rejects.toThrow('try again soon');
    state.now += 60_000;
    await verify();
    await fail();
    await expect(verify()).resolves.toBeDefined();
  });
});

it('a provider that answers with errors is not paused', async () => {
  const { state, verify } = openProvider();
  state.failure = new ProviderUnavailable('It answered 403');
  for (let round = 0; round < 5; round += 1) await expect(verify()).rejects.toBe(state.failure);
  expect(state.calls).toBe(5);
});
