import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';
import { notFound } from './problem.ts';

/** Longer than any URL that this site gives out: path and query, in bytes. */
export const maxUrlBytes = 2_048;

/** Where an identity provider sends the browser back to. */
const callbackPath = '/api/auth/callback/oidc';

/** Codes of Microsoft have 4,000 bytes, and others add to the query of a link to a page. In bytes. */
const maxLongUrlBytes = 10_240;

/** Deeper than any path of this site. */
const maxPathParts = 32;

/**
 * The router would give up on a path that is not, and print it. What is decoded is looked at:
 * the bundler leaves out a call whose result nobody uses.
 */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path).length > 0;
  } catch {
    return false;
  }
}

/** Whether a person waits for a page, and not a program for an answer of the API. */
export const wantsPage = ({ req }: Context<HttpEnv>): boolean =>
  ['GET', 'HEAD'].includes(req.method) && /\btext\/html\b/.test(req.header('Accept') ?? '');

/**
 * Refuses URLs that nobody was given, before anything looks for what they name. The URL
 * parser makes ASCII of them, so that their characters are their bytes. Throws 400, 404, 414.
 */
export const checkUrl: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const url = URL.parse(c.req.url);
  if (!url || !isDecodable(url.pathname)) {
    const message = 'Host and path are not a valid address';
    throw new AppError(400, 'bad-request', 'Invalid request.', { message });
  }
  const { origin, pathname, href } = url;
  // A slash that is written as an escape divides as well, wherever somebody decodes it.
  const parts = pathname.split(/\/|%2f/i).length - 1;
  const mayBeLong = pathname === callbackPath || (wantsPage(c) && pathname.length <= maxUrlBytes);
  const maxBytes = mayBeLong ? maxLongUrlBytes : maxUrlBytes;
  if (href.length - origin.length > maxBytes || parts > maxPathParts) {
    const message = 'An address that is too long or too deep';
    throw new AppError(414, 'address-too-long', 'This address is too long.', { message });
  }
  // As a link, which the router makes of it, it would lead to another host.
  if (pathname.startsWith('//')) throw notFound();
  await next();
};
