import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnreachable } from './db/circuit.ts';
import type { Logger } from './logger.ts';

/** Between two tries to reach a database that is away, in milliseconds. */
const usualPauseMs = 3_000;

/**
 * Prepares the database, again in the background while it is away; `prepare` is repeated whole.
 * Throws what another try would hardly mend, but for a database that came back later: a site that
 * runs goes on without it, and trying. Returns how to give up, after the try that is running.
 */
export async function untilDatabaseIsReady(
  prepare: () => Promise<void>,
  log: Logger,
  pauseMs = usualPauseMs,
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

  const isPreparedAtLast = () =>
    isPrepared().catch((error: unknown) => {
      log.fatal({ reason: error }, 'The database is there and cannot be used; trying again');
      return false;
    });

  async function keepTrying(): Promise<void> {
    do {
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    } while (!signal.aborted && !(await isPreparedAtLast()));
  }

  if (await isPrepared()) return async () => {};
  const trying = keepTrying();
  return async () => {
    stopping.abort();
    await trying;
  };
}
