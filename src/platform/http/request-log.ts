import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { describeOrigin } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { HttpEnv } from './http-env.ts';
import { toAppError } from './problem.ts';

/** Counts a response by its route pattern. `ms` is the time until it started. */
export type ObserveRequest = (request: {
  method: string;
  route: string;
  status: number;
  ms: number;
}) => void;

/** Monitoring requests these every few seconds. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics']);

/** A response that was sent without a Hono context. */
interface DirectResponse {
  id: string;
  method: string;
  /** The pattern of the route. */
  route: string;
  status: number;
  /** In milliseconds of `performance.now()`. */
  startedAt: number;
}

export type LogAnswer = (answer: DirectResponse) => void;

/**
 * Creates a function that logs and counts a response like `logRequests`, for responses that bypass
 * the middleware.
 */
export const createLogAnswer =
  (log: Logger, observeRequest?: ObserveRequest): LogAnswer =>
  ({ id, method, route, status, startedAt }) => {
    const ms = performance.now() - startedAt;
    log.info({ id, method, route, status, ms: Math.round(ms) }, 'request');
    observeRequest?.({ method, route, status, ms });
  };

/** The route under which all files of the build are counted. */
const anyFile = 'file';

/**
 * Logs each request: its id, method, route, status and milliseconds. The route is a pattern such as
 * `/booking/:token`, never the URL, so the log contains no visitor data or secrets. Also counts the
 * request.
 */
export const logRequests =
  (log: Logger, observeRequest?: ObserveRequest): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const startedAt = performance.now();
    c.set('log', log.child({ id: c.get('requestId') }));
    await next();
    const { method } = c.req;
    const status = isGivenUp(c) ? 499 : c.res.status;
    const route = nameRoute(c);
    const ms = performance.now() - startedAt;
    const level = quietRoutes.has(route) ? 'debug' : 'info';
    c.get('log')[level]({ method, route, status, ms: Math.round(ms) }, 'request');
    observeRequest?.({ method, route: c.get('isFile') ? anyFile : route, status, ms });
  };

/**
 * Returns whether the client has disconnected: the router reports an aborted page as 500, but it is
 * no failure. Proxies log 499 for it.
 */
const isGivenUp = (c: Context<HttpEnv>) => c.res.status >= 500 && c.req.raw.signal.aborted;

/**
 * Returns the pattern of the page, or else the closest one of the server. A file of the build is
 * its own pattern, because its name is not secret. `*` is anything else.
 */
function nameRoute(c: Context<HttpEnv>): string {
  const route = c.get('route');
  if (route !== undefined) return route;
  if (c.get('isFile')) return c.req.path;
  const patterns = matchedRoutes(c).map(({ path }) => path);
  const closest = patterns.filter((path) => path !== '*' && path !== '/*');
  return closest.find((path) => !path.endsWith('*')) ?? closest.at(-1) ?? '*';
}

/** Logs a thrown value: an expected error on one line, a failure with its origin. */
export function logThrown(log: Logger, thrown: unknown): void {
  const error = toAppError(thrown);
  const fields = { status: error.status, code: error.code, reason: error };
  if (error.status >= 500) log.error({ ...fields, at: describeOrigin(thrown) }, 'failed');
  else log.info(fields, 'refused');
}
