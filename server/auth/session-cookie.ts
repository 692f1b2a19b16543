/** What the names of our cookies begin with. */
export const cookiePrefix = 'site';

/**
 * Returns whether a browser says that somebody is signed in. Nothing is proven by that: it is for what
 * somebody who signs in rather goes without.
 */
export const hasSessionCookie = (cookies: string | undefined): boolean =>
  cookies?.includes(`${cookiePrefix}.session_token=`) ?? false;
