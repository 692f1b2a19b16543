import { serialize } from 'hono/utils/cookie';
import { signedInHint } from '#rules/signed-in-hint.ts';

export const cookiePrefix = 'site';

/** Returns whether a browser claims to be signed in. This proves nothing. */
export const hasSessionCookie = (cookies: string | undefined): boolean =>
  cookies?.includes(`${cookiePrefix}.session_token=`) ?? false;

/**
 * Returns the cookie that makes public pages show the link to the admin; `maxAge` 0 removes it.
 * Scripts may read it, because it identifies no one.
 */
export const serializeHint = (siteUrl: string, maxAge: number): string => {
  const secure = siteUrl.startsWith('https:');
  return serialize(signedInHint, '1', { path: '/', sameSite: 'Lax', maxAge, secure });
};
