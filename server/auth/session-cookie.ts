import { serialize } from 'hono/utils/cookie';
import { signedInHint } from '#domain/signed-in-hint.ts';

/** What the names of our cookies begin with. */
export const cookiePrefix = 'site';

/**
 * Returns whether a browser says that somebody is signed in. Nothing is proven by that: it is for what
 * somebody who signs in rather goes without.
 */
export const hasSessionCookie = (cookies: string | undefined): boolean =>
  cookies?.includes(`${cookiePrefix}.session_token=`) ?? false;

/**
 * Returns the `Set-Cookie` line that lets public pages show a link to the admin, or takes it away
 * with a life of 0 seconds. Scripts may read it: it proves nothing and names nobody.
 */
export const serializeHint = (siteUrl: string, maxAge: number): string =>
  serialize(signedInHint, '1', {
    ...{ path: '/', sameSite: 'Lax', maxAge },
    secure: siteUrl.startsWith('https:'),
  });
