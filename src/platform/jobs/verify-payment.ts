import { z } from 'zod';
import { providerNames } from '#rules/payment-methods.ts';

/** What the job of a payment carries: which notification is to be verified. */
export const verifyPaymentPayload = z.object({ notificationId: z.uuid() });
export type VerifyPaymentPayload = z.infer<typeof verifyPaymentPayload>;

/** At most one job for a notification. Times are in seconds. */
const options = {
  policy: 'exclusive',
  // 5, 10, 20 … up to five minutes: about an hour and a half. What waits longer is queued again.
  retryLimit: 20,
  retryBackoff: true,
  retryDelayMax: 300,
  // Longer than a provider is waited for.
  expireInSeconds: 60,
  // A worker that was killed is noticed by its silence, long before the job expires.
  heartbeatSeconds: 10,
  notify: true,
} as const;

/** Returns the name of a provider's queue. Each has its own, so that a silent one delays no other. */
export const verifyPaymentQueueName = (provider: (typeof providerNames)[number]) =>
  `verify-payment-${provider}` as const;

/** The queues of all providers. */
export const verifyPaymentQueues = providerNames.map((provider) => ({
  name: verifyPaymentQueueName(provider),
  options,
}));
