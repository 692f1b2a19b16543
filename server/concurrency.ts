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
