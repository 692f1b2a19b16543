import type { MiddlewareHandler } from 'hono';
import { AppError } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';

/** Longer than any address that this site gives out: path and query, in bytes. */
const maxAddressBytes = 2_048;

/** Deeper than any path of this site. */
const maxPathParts = 32;

/**
 * Refuses addresses that nobody was given, before anything looks for what they name. The URL
 * parser has made ASCII of them, so that their characters are their bytes. Throws 414.
 */
export const limitAddress: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { origin, pathname, href } = new URL(c.req.url);
  const isTooLong = href.length - origin.length > maxAddressBytes;
  // A slash that is written as an escape divides as well, wherever somebody decodes it.
  if (isTooLong || pathname.split(/\/|%2f/i).length - 1 > maxPathParts) {
    throw new AppError({
      code: 'address-too-long',
      status: 414,
      message: 'An address that is too long or too deep',
      userMessage: 'This address is too long.',
    });
  }
  await next();
};
