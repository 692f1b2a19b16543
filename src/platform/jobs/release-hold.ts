import { z } from 'zod';

/** What the job at the end of a hold carries. */
export const releaseHoldPayload = z.object({ bookingId: z.uuid() });
export type ReleaseHoldPayload = z.infer<typeof releaseHoldPayload>;

/** The job's queue. Times are in seconds. What it misses, the sweep of every minute finds. */
export const releaseHoldQueue = {
  name: 'release-hold',
  options: {
    retryLimit: 5,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    notify: true,
  },
} as const;
