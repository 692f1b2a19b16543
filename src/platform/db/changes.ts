import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#platform/log/logger.ts';
import { type Change, change as changeSchema } from '#rules/change.ts';
import { createSockets } from './sockets.ts';

/** Called for each change; `resync` if some may have been missed. */
type ChangeListener = (change: Change | 'resync') => void;

export type Changes = ReturnType<typeof watchChanges>;

/** The delay before reconnecting, in milliseconds. */
const pauseMs = 1_000;

/** How often the connection is checked, and the timeout of a check, in milliseconds. */
const checkMs = 2_000;

/** The channel on which table triggers notify every process. */
const channel = 'changes';

/** Listens for table changes on one connection, and reconnects whenever it breaks. */
export function watchChanges({ connectionString, log }: { connectionString: string; log: Logger }) {
  const listeners = new Set<ChangeListener>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let watching: Promise<void> | undefined;
  let isListening = false;

  const notify: ChangeListener = (change) => {
    for (const listener of listeners) listener(change);
  };

  /** Listens until the connection breaks, and throws the error. */
  async function listenOnce(): Promise<void> {
    const sockets = createSockets();
    const client = new Client({
      connectionString,
      stream: sockets.stream,
      application_name: 'changes',
      connectionTimeoutMillis: checkMs,
      query_timeout: checkMs,
    });
    const over = new AbortController();
    const end = () => over.abort();
    client.on('error', end);
    client.on('end', end);
    signal.addEventListener('abort', end, { signal: over.signal });
    client.on('notification', ({ payload = '' }) => {
      // Any client of the database can notify with any text.
      try {
        notify(changeSchema.parse(JSON.parse(payload)));
      } catch (reason) {
        log.warn({ reason }, 'A notification of a change was ignored');
      }
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      isListening = true;
      notify('resync');
      // A dead connection looks like one without changes.
      for (;;) {
        await delay(checkMs, undefined, { signal: over.signal });
        await client.query('select 1');
      }
    } finally {
      isListening = false;
      end();
      await sockets.endAfter(client.end());
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch((reason: unknown) => {
        if (!signal.aborted) log.warn({ reason }, 'Cannot listen for changes right now');
      });
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Opens the connection early, so that the first listener need not wait. */
  const start = () => {
    watching ??= watch();
  };

  return {
    start,
    /** Whether the connection currently works. */
    isListening: () => isListening,
    /** Registers a listener. Returns a function that removes it. */
    listen(listener: ChangeListener): () => void {
      listeners.add(listener);
      start();
      return () => listeners.delete(listener);
    },
    async close() {
      stopping.abort();
      listeners.clear();
      await watching;
    },
  };
}
