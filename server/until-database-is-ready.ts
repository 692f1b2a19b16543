import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnreachable } from './db/circuit.ts';
import type { Logger } from './logger.ts';

/** Between two tries to reach a database that is away, in milliseconds. */
const pauseMs = 3_000;

/**
 * Prepares the database, again in the background while it is away; `prepare` is repeated whole.
 * Throws what another try would not mend. Returns how to give up, after the try that is running.
 */
export async function untilDatabaseIsReady(
  prepare: () => Promise<void>,
  log: Logger,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function isPrepared(): Promise<boolean> {
    try {
      await prepare();
      return true;
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      log.warn({ reason: error }, 'The database is away; trying again');
      return false;
    }
  }

  async function keepTrying(): Promise<void> {
    do {
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    } while (!signal.aborted && !(await isPrepared()));
  }

  if (await isPrepared()) return async () => {};
  const trying = keepTrying().catch((error: unknown) => {
    log.fatal({ reason: error }, 'The database is there and cannot be used');
  });
  return async () => {
    stopping.abort();
    await trying;
  };
}
