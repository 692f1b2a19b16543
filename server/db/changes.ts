import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Change, change as changeSchema } from '#domain/change.ts';
import type { Logger } from '#server/logger.ts';
import { createSockets } from './sockets.ts';

/** Gets each change; `resync` when some may have been missed. */
type ChangeListener = (change: Change | 'resync') => void;

export type Changes = ReturnType<typeof watchChanges>;

/** Between two tries to reach a database that is away, in milliseconds. */
const pauseMs = 1_000;

/** A connection that has gone silent looks like one on which nothing happens: it is asked this often. */
const heartbeatMs = 2_000;

/** Longer than this no answer takes to come, in milliseconds. */
const answerMs = 2_000;

/** What every process listens on; the triggers of the tables speak there. */
const channel = 'changes';

/** Opens one connection a process once it is needed, and again when it broke; what was missed is one `resync`. */
export function watchChanges({ connectionString, log }: { connectionString: string; log: Logger }) {
  const listeners = new Set<ChangeListener>();
  const stopping = new AbortController();
  let watching: Promise<void> | undefined;
  let isListening = false;

  const notify: ChangeListener = (change) => {
    for (const listener of listeners) listener(change);
  };

  async function watchOnce(): Promise<void> {
    const sockets = createSockets();
    const client = new Client({
      connectionString,
      stream: sockets.stream,
      application_name: 'changes',
      connectionTimeoutMillis: 5_000,
      query_timeout: answerMs,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const fail = (reason: unknown) => {
      log.warn({ reason }, 'The connection that listens for changes broke');
      end();
    };
    client.on('error', fail);
    client.on('end', () => end());
    client.on('notification', ({ payload = '' }) => {
      // Anybody who can connect may notify, with any text. What is thrown here would end the process.
      try {
        notify(changeSchema.parse(JSON.parse(payload)));
      } catch (reason) {
        log.warn({ reason }, 'A notification of a change was ignored');
      }
    });
    stopping.signal.addEventListener('abort', () => end(), { once: true });
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      isListening = true;
      notify('resync');
      heartbeat = setInterval(() => client.query('select 1').catch(fail), heartbeatMs);
      await ended;
    } finally {
      isListening = false;
      clearInterval(heartbeat);
      await sockets.endAfter(client.end());
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await watchOnce().catch((reason: unknown) =>
        log.warn({ reason }, 'Cannot listen for changes right now'),
      );
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Opens the connection, so that the first listener need not wait for it. */
  const start = () => {
    watching ??= watch();
  };

  return {
    start,
    /** Whether changes are heard of now. */
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
