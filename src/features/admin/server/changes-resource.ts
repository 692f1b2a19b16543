import { once } from 'node:events';
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { AccountServices } from '#features/accounts/server/index.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { Change } from '#rules/change.ts';

/**
 * `GET /api/changes`: server-sent events that name a changed table; the admin's pages then fetch it
 * again. `resync` means that changes may have been missed.
 */
interface ChangesDeps {
  accounts: Pick<AccountServices, 'authorise' | 'isSessionLive'>;
  changes: Pick<Changes, 'listen'>;
  /** Aborted when the site stops, to end open streams. */
  stopping: AbortSignal;
  /** How often a stream sends a heartbeat and checks the session, in milliseconds. */
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
        // This does not extend the session. An unavailable database does not end it.
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
