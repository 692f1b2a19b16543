import { once } from 'node:events';
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Change } from '#domain/change.ts';
import type { Changes } from '#server/db/changes.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { type Authorise, requireAdmin } from '#server/http/require-admin.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';

export interface ChangesDeps {
  authorise: Authorise;
  /** Whether a session has not ended, without prolonging it: a page that nobody looks at listens too. */
  isSessionLive: AccountServices['isSessionLive'];
  changes: Pick<Changes, 'listen'>;
  /** Aborted when the site stops: open streams would keep it waiting. */
  stopping: AbortSignal;
  /** Proxies close what is silent, and a session that has ended must not go on hearing. */
  heartbeatMs?: number | undefined;
}

/**
 * `GET /api/changes`: tells the admin's pages, as server-sent events, in which table something
 * has changed; what they may read of it they ask for themselves. `resync` means that something
 * may have been missed.
 */
export const createChanges = ({
  authorise,
  isSessionLive,
  changes,
  stopping,
  heartbeatMs = 20_000,
}: ChangesDeps) =>
  new Hono<HttpEnv>().get('/', requireAdmin(authorise), (c) => {
    // Said to nginx, which would otherwise collect the events.
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
        // A database that is away has ended no session, and has nothing to tell meanwhile.
        const isLive = await isSessionLive(id).catch(() => true);
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
