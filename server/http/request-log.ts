import type { MiddlewareHandler } from 'hono';
import type { Logger } from '#server/logger.ts';
import type { HttpEnv } from './env.ts';

/** Asked every few seconds by whoever watches the process. */
const quietPaths = new Set(['/healthz', '/readyz']);

/**
 * One line a request: its id, method, path, status and milliseconds. No query, no body, no
 * address: nothing a visitor wrote or is.
 */
export const logRequests =
  (log: Logger): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const startedAt = performance.now();
    c.set('log', log.child({ id: c.var.requestId }));
    await next();
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = Math.round(performance.now() - startedAt);
    const level = quietPaths.has(path) ? 'debug' : 'info';
    c.var.log[level]({ method, path, status, ms }, 'request');
  };
