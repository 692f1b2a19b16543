import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log/logger.ts';
import { isDatabaseUnreachable } from './circuit.ts';

/** The pause between attempts, in milliseconds. */
const usualPauseMs = 3_000;

/**
 * Prepares the database. While it is unreachable, keeps trying in the background: the site runs
 * without it. Throws any other error of the first attempt. Returns a function that stops trying.
 */
export async function untilDatabaseIsReady(
  prepare: () => Promise<void>,
  log: Logger,
  pauseMs = usualPauseMs,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keepTrying(): Promise<void> {
    for (;;) {
      await delay(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        return await prepare();
      } catch (reason) {
        if (isDatabaseUnreachable(reason))
          log.warn({ reason }, 'The database is unavailable; trying again');
        else log.fatal({ reason }, 'The database cannot be used; trying again');
      }
    }
  }

  try {
    await prepare();
    return async () => {};
  } catch (reason) {
    if (!isDatabaseUnreachable(reason)) throw reason;
    log.warn({ reason }, 'The database is unavailable; trying again');
  }
  const trying = keepTrying();
  return async () => {
    stopping.abort();
    await trying;
  };
}
