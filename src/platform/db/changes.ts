import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#platform/log/logger.ts';
import { type Change, change as changeSchema } from '#rules/change.ts';
import { createSockets } from './sockets.ts';

/** Gets each change; `resync` when some may have been missed. */
type ChangeListener = (change: Change | 'resync') => void;

export type Changes = ReturnType<typeof watchChanges>;

/** The pause before connecting again, in milliseconds. */
const pauseMs = 1_000;

/** How often the connection is checked, and how long an answer may take, in milliseconds. */
const checkMs = 2_000;

/** The channel on which the triggers of the tables notify every process. */
const channel = 'changes';

/** Listens for changes of the tables on one connection, which is opened again whenever it breaks. */
export function watchChanges({ connectionString, log }: { connectionString: string; log: Logger }) {
  const listeners = new Set<ChangeListener>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let watching: Promise<void> | undefined;
  let isListening = false;

  const notify: ChangeListener = (change) => {
    for (const listener of listeners) listener(change);
  };

  /** Listens until the connection breaks, which is thrown. */
  async function listenOnce(): Promise<void> {
    const sockets = createSockets();
    const client = new Client({
      ...{ connectionString, stream: sockets.stream, application_name: 'changes' },
      ...{ connectionTimeoutMillis: checkMs, query_timeout: checkMs },
    });
    const over = new AbortController();
    const end = () => over.abort();
    client.on('error', end);
    client.on('end', end);
    signal.addEventListener('abort', end, { signal: over.signal });
    client.on('notification', ({ payload = '' }) => {
      // Anybody who can connect may notify, with any text.
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
      // A connection that has fallen silent looks like one on which nothing happens.
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

  /** Opens the connection, so that the first listener need not wait for it. */
  const start = () => {
    watching ??= watch();
  };

  return {
    start,
    /** Whether changes are heard right now. */
    isListening: () => isListening,
    /** Returns how to stop listening. */
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
