/** The queue of the sweep: every hour, in one of the processes. Times are in seconds. */
export const sweepUploadsQueue = {
  name: 'sweep-uploads',
  cron: '23 * * * *',
  options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 1_800 },
} as const;
