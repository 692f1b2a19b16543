import { setTimeout as delay } from 'node:timers/promises';

interface KeepOptions {
  /** It is not read again before so long has passed, in milliseconds. */
  keepMs: number;
  /** Nobody waits longer for it, in milliseconds: what was read last serves. */
  patienceMs?: number;
}

interface KeptReading<Value> {
  /** Nothing where it has not been read yet, or the last try failed. */
  value: Value | undefined;
  hasFailed: boolean;
}

/** Makes something that takes time to find out fit to be asked for often: it is read once for all who ask, and kept. */
export function keepReading<Value>(
  read: () => Promise<Value>,
  { keepMs, patienceMs = 3_000 }: KeepOptions,
): () => Promise<KeptReading<Value>> {
  let known: KeptReading<Value> = { value: undefined, hasFailed: false };
  let running: Promise<void> | undefined;
  let dueAt = 0;

  async function run(): Promise<void> {
    const startedAt = performance.now();
    try {
      known = { value: await read(), hasFailed: false };
      dueAt = startedAt + keepMs;
    } catch {
      known = { value: undefined, hasFailed: true };
    } finally {
      running = undefined;
    }
  }

  return async () => {
    if (performance.now() >= dueAt) running ??= run();
    if (running) await Promise.race([running, delay(patienceMs, undefined, { ref: false })]);
    return known;
  };
}
