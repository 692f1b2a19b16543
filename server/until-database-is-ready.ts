import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnreachable } from './db/circuit.ts';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';

/** Between two tries to reach a database that is away, in milliseconds. */
const pauseMs = 3_000;

interface DatabaseReadiness {
  isReady: () => boolean;
  /** Gives up, after the try that is running. */
  stop: () => Promise<void>;
}

interface ReadinessOptions {
  /** What is done once the database answers. Repeated whole, so it must bear that. */
  prepare: () => Promise<void>;
  log: Logger;
}

/**
 * Prepares the database, in the background where it is away. Throws what another try would not
 * mend. Returns how to give up.
 */
export async function untilDatabaseIsReady({
  prepare,
  log,
}: ReadinessOptions): Promise<DatabaseReadiness> {
  const stopping = new AbortController();
  let isReady = false;

  async function tryOnce(): Promise<void> {
    try {
      await prepare();
      isReady = true;
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      log.warn({ reason: describeError(error) }, 'The database is away; trying again');
    }
  }

  async function keepTrying(): Promise<void> {
    while (!isReady && !stopping.signal.aborted) {
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted) await tryOnce();
    }
  }

  await tryOnce();
  const trying = keepTrying().catch((error: unknown) => {
    log.fatal({ reason: describeError(error) }, 'The database is there and cannot be used');
  });

  return {
    isReady: () => isReady,
    async stop() {
      stopping.abort();
      await trying;
    },
  };
}
