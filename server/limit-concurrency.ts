import pLimit from 'p-limit';

interface ConcurrencyOptions {
  /** How much runs at once. */
  running: number;
  /** How much may wait; what comes after that is refused. */
  waiting: number;
  /** The error for what is refused. */
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
