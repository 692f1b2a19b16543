import pLimit from 'p-limit';

interface ConcurrencyOptions {
  /** How much work runs at the same time. */
  running: number;
  /** How much work may wait; any more is rejected. */
  waiting: number;
  refusal: () => Error;
}

/** Returns a function that runs work in order, within these limits. */
export function limitConcurrency({ running, waiting, refusal }: ConcurrencyOptions) {
  const limit = pLimit(running);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw refusal();
    return limit(work);
  };
}

interface BusyOptions {
  /** How much work may use the thread at the same time. */
  busy: number;
  /**
   * Work that takes longer than this, in milliseconds, is waiting for something else and no longer
   * counts.
   */
  forMs: number;
}

/**
 * Returns a function that runs work in order while little enough uses the thread. Running
 * everything at the same time would not end sooner, but would keep all partial results in memory.
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

/**
 * Creates a function that shares one run of the work among concurrent callers with the same key.
 */
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
