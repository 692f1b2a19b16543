import { z } from 'zod';

/** What the job of a payment carries: which notification is to be verified. */
export const verifyPaymentPayload = z.object({ notificationId: z.uuid() });
export type VerifyPaymentPayload = z.infer<typeof verifyPaymentPayload>;

/** The job's queue: at most one for a notification. Times are in seconds. */
export const verifyPaymentQueue = {
  name: 'verify-payment',
  options: {
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
  },
} as const;
