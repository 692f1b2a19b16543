import type { MiddlewareHandler } from 'hono';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';

/** The code of the error (403). */
export const foreignOrigin = 'foreign-origin';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface WriteOrigin {
  fetchSite: string | undefined;
  origin: string | undefined;
  host: string | undefined;
  siteUrl: string;
}

/**
 * Returns whether a write comes from our own pages: by Sec-Fetch-Site, which a page cannot forge,
 * or else by Origin, which must be the configured origin or the requested host with its scheme. A
 * request without both is not from a browser, so no other site can have caused it.
 */
export function isOwnWrite({ fetchSite, origin, host, siteUrl }: WriteOrigin): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  const { protocol } = new URL(siteUrl);
  const own = [siteUrl, `${protocol}//${host}`].filter((url) => URL.canParse(url));
  return own.some((url) => new URL(url).origin === origin);
}

/** Rejects writes that another site makes a visitor's browser send. */
export const refuseForeignWrites =
  (siteUrl: string): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const isOwn =
      safeMethods.has(c.req.method) ||
      isOwnWrite({
        fetchSite: c.req.header('sec-fetch-site'),
        origin: c.req.header('origin'),
        host: c.req.header('host') ?? new URL(c.req.url).host,
        siteUrl,
      });
    if (!isOwn) {
      throw new AppError(403, foreignOrigin, 'This request did not come from this site.');
    }
    await next();
  };
