import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { describeOrigin } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { HttpEnv } from './http-env.ts';
import { toAppError } from './problem.ts';

/** Counts an answer by the pattern of its route. `ms` is the time until it began. */
export type ObserveRequest = (request: {
  method: string;
  route: string;
  status: number;
  ms: number;
}) => void;

/** Asked every few seconds by whoever watches the process. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics']);

/** An answer that was given on the connection itself, with no context of Hono. */
interface GivenAnswer {
  id: string;
  method: string;
  /** Its pattern. */
  route: string;
  status: number;
  /** By the clock of `performance`, in milliseconds. */
  startedAt: number;
}

export type LogAnswer = (answer: GivenAnswer) => void;

/** Makes what logs and counts an answer as `logRequests` does, for those that pass no middleware. */
export const createLogAnswer =
  (log: Logger, observeRequest?: ObserveRequest): LogAnswer =>
  ({ id, method, route, status, startedAt }) => {
    const ms = performance.now() - startedAt;
    log.info({ id, method, route, status, ms: Math.round(ms) }, 'request');
    observeRequest?.({ method, route, status, ms });
  };

/** The one route that all files of the build are counted under. */
const anyFile = 'file';

/**
 * Logs one line a request: its id, method, route, status and milliseconds. The route is a pattern
 * such as `/booking/:token`, never the address: nothing a visitor wrote, is, or may open. The same is
 * counted.
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
 * Whether nobody waits for the answer any more: a page that is left is cut off in the middle, which the
 * router calls a 500. It is no failure; 499 is what proxies write for it.
 */
const isGivenUp = (c: Context<HttpEnv>) => c.res.status >= 500 && c.req.raw.signal.aborted;

/**
 * The pattern of what answered: the page's own, else the closest one of the server. A file of the
 * build is its own pattern: its name is no secret. `*` is whatever is none of these.
 */
function nameRoute(c: Context<HttpEnv>): string {
  const route = c.get('route');
  if (route !== undefined) return route;
  if (c.get('isFile')) return c.req.path;
  const patterns = matchedRoutes(c).map(({ path }) => path);
  const closest = patterns.filter((path) => path !== '*' && path !== '/*');
  return closest.find((path) => !path.endsWith('*')) ?? closest.at(-1) ?? '*';
}

/** Logs what was thrown: a refusal that was foreseen in one line, a failure with its origin. */
export function logThrown(log: Logger, thrown: unknown): void {
  const error = toAppError(thrown);
  const fields = { status: error.status, code: error.code, reason: error };
  if (error.status >= 500) log.error({ ...fields, at: describeOrigin(thrown) }, 'failed');
  else log.info(fields, 'refused');
}
