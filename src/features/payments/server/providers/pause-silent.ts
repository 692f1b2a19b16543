import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

/** The number of consecutive timeouts after which calls to a provider pause. */
const maxTimeouts = 2;

/** How long it is not asked, in milliseconds. */
const pauseMs = 60_000;

const isTimeout = (error: unknown) =>
  error instanceof ProviderUnavailable &&
  error.cause instanceof Error &&
  error.cause.name === 'TimeoutError';

/**
 * Returns the provider, which is asked about payments only while it answers. Questions fail quickly during
 * a pause, so that its jobs wait in their queue and not for timeouts, and no page of a buyer waits.
 */
export function pauseSilent(provider: PaymentProvider, clock = Date.now): PaymentProvider {
  let timeouts = 0;
  let pausedUntil = 0;

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (clock() < pausedUntil) {
      throw new ProviderUnavailable(`${provider.label} did not answer. We’ll try again soon.`);
    }
    try {
      const answer = await question();
      timeouts = 0;
      return answer;
    } catch (error) {
      timeouts = isTimeout(error) ? timeouts + 1 : 0;
      if (timeouts >= maxTimeouts) pausedUntil = clock() + pauseMs;
      throw error;
    }
  }

  const { findPayment } = provider;
  return {
    ...provider,
    verify: (raw) => ask(() => provider.verify(raw)),
    ...(findPayment && { findPayment: (reference) => ask(() => findPayment(reference)) }),
  };
}
