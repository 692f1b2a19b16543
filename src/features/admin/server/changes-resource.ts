import { once } from 'node:events';
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { AccountServices } from '#features/accounts/server/index.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { Change } from '#rules/change.ts';

/**
 * `GET /api/changes`: server-sent events that name the table in which something has changed; the admin's
 * pages then fetch it. `resync` means that something may have been missed.
 */
interface ChangesDeps {
  accounts: Pick<AccountServices, 'authorise' | 'isSessionLive'>;
  changes: Pick<Changes, 'listen'>;
  /** Aborted when the site stops, to end open streams. */
  stopping: AbortSignal;
  /** How often a stream sends a sign of life and checks the session, in milliseconds. */
  heartbeatMs?: number | undefined;
}

export const createChanges = ({ accounts, changes, stopping, heartbeatMs = 20_000 }: ChangesDeps) =>
  new Hono<HttpEnv>().get('/', requireAdmin(accounts), (c) => {
    // Otherwise nginx buffers the events.
    c.header('X-Accel-Buffering', 'no');
    c.header('Cache-Control', 'no-store');
    const { id } = c.var.admin;
    return streamSSE(c, async (stream) => {
      const over = new AbortController();
      const end = () => over.abort();
      stream.onAbort(end);
      stopping.addEventListener('abort', end, { signal: over.signal });
      const stopListening = changes.listen((change) => void write(stream, change));
      const heartbeat = setInterval(async () => {
        // This does not prolong the session. An unavailable database has ended none.
        const isLive = await accounts.isSessionLive(id).catch(() => true);
        if (isLive) void stream.write(': still here\n\n');
        else end();
      }, heartbeatMs);
      try {
        await write(stream, 'resync');
        if (!stopping.aborted && !over.signal.aborted) await once(over.signal, 'abort');
      } finally {
        clearInterval(heartbeat);
        stopListening();
        end();
      }
    });
  });

const write = (stream: SSEStreamingApi, change: Change | 'resync') =>
  change === 'resync'
    ? stream.writeSSE({ event: 'resync', data: '' })
    : stream.writeSSE({ data: JSON.stringify(change) });
