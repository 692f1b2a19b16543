import pLimit from 'p-limit';

interface ConcurrencyOptions {
  /** How much runs at once. */
  running: number;
  /** How much may wait; what comes after that is refused. */
  waiting: number;
  refusal: () => Error;
}

/** Returns a function that runs work, first come first served, within these limits. */
export function limitConcurrency({ running, waiting, refusal }: ConcurrencyOptions) {
  const limit = pLimit(running);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw refusal();
    return limit(work);
  };
}

interface BusyOptions {
  /** How much is busy at once. */
  busy: number;
  /** What has not ended after so many milliseconds waits for something else: it no longer counts. */
  forMs: number;
}

/**
 * Returns a function that runs work, first come first served, while little enough keeps the thread busy.
 * All at once would not end sooner, and what each has made so far would lie in memory meanwhile.
 */
export function limitBusy({ busy, forMs }: BusyOptions) {
  const limit = pLimit(busy);
  return <T>(work: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    void limit(async () => {
      const running = (async () => work())();
      resolve(running);
      const { promise: tooLong, resolve: stopWaiting } = Promise.withResolvers<void>();
      const timer = setTimeout(stopWaiting, forMs);
      await Promise.race([running, tooLong]).catch(() => {});
      clearTimeout(timer);
    });
    return promise;
  };
}

export type SingleFlight<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/** Makes a function by which whoever asks for the same key meanwhile shares one run of the work. */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const joined = running.get(key);
    if (joined) return joined;
    const run = work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}
