import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';
import { notFound } from './problem.ts';

/** The maximum length of path and query, in bytes: more than any URL of this site. */
export const maxUrlBytes = 2_048;

/** The callback of the identity provider. */
const callbackPath = '/api/auth/callback/oidc';

/** Allows for Microsoft's codes of 4,000 bytes and campaign parameters, in bytes. */
const maxLongUrlBytes = 10_240;

/** More path segments than any URL of this site has. */
const maxPathParts = 32;

/** The router would log a path that it cannot decode, and PostgreSQL stores no NUL. */
function isUsable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

/** Returns whether a person waits for the response in a browser. */
export const readsPages = ({ req }: Context<HttpEnv>): boolean =>
  /\btext\/html\b/.test(req.header('Accept') ?? '');

/** Returns whether a browser requests a page. */
export const wantsPage = (c: Context<HttpEnv>): boolean =>
  ['GET', 'HEAD'].includes(c.req.method) && readsPages(c);

/**
 * Rejects malformed, long and deep URLs. A parsed URL is ASCII, so characters are bytes. Throws
 * 400, 404, 414.
 */
export const checkUrl: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const url = URL.parse(c.req.url);
  if (!url || !isUsable(url.pathname)) {
    const message = 'Host and path are not a valid address';
    throw new AppError(400, 'bad-request', 'Invalid request.', { message });
  }
  const { origin, pathname, href } = url;
  // An escaped slash also separates, once it is decoded.
  const parts = pathname.split(/\/|%2f/i).length - 1;
  const mayBeLong = pathname === callbackPath || (wantsPage(c) && pathname.length <= maxUrlBytes);
  const maxBytes = mayBeLong ? maxLongUrlBytes : maxUrlBytes;
  if (href.length - origin.length > maxBytes || parts > maxPathParts) {
    const message = 'An address that is too long or too deep';
    throw new AppError(414, 'address-too-long', 'This address is too long.', { message });
  }
  // The router would redirect to another host.
  if (pathname.startsWith('//')) throw notFound();
  await next();
};
