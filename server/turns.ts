/** Runs work when it is its turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface TurnsOptions {
  /** How much runs at once. */
  running: number;
  /** How much may wait; what comes after that is refused. */
  waiting: number;
  /** The error for what is refused. */
  refusal: () => Error;
}

/** Lets only so much run at once, first come first served, and only so much wait. */
export function createTurns({ running, waiting, refusal }: TurnsOptions): TakeTurn {
  const queue: (() => void)[] = [];
  let busy = 0;

  return async (work) => {
    if (busy < running) {
      busy += 1;
    } else {
      if (queue.length >= waiting) throw refusal();
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // Whoever is next takes over the place, so that nobody comes in between.
      if (next) next();
      else busy -= 1;
    }
  };
}
