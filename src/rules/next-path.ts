import { parseUrl } from './url.ts';

export const adminPath = '/admin';

/** The page after a sign-in without a destination. */
export const startPath = `${adminPath}/today`;

/** Browsers drop line breaks and tabs from an address, and read `\` as `/`. */
const unsafe = /[\p{Cc}\\]/u;

/** Any host works: it only shows whether a URL leaves the site. */
const anyOrigin = 'http://site.invalid';

/**
 * Returns where to go after signing in: the requested path, or today's page. Never leads to another
 * site.
 */
export function safeNextPath(asked: string | null | undefined): string {
  if (!asked?.startsWith('/') || asked.length > 2_000 || unsafe.test(asked)) return startPath;
  const url = parseUrl(asked, anyOrigin);
  if (!url) return startPath;
  const { origin, pathname, search, hash } = url;
  // Check the parsed path: `/.//host` is now `//host`.
  if (origin !== anyOrigin || pathname.startsWith('//')) return startPath;
  return `${pathname}${search}${hash}`;
}

const withNext = (path: string, next: string) =>
  `${path}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`;

/** Returns the URL of the sign-in page that then leads to `next`. */
export const loginPath = (next: string) => withNext('/login', next);

/**
 * Returns where to send someone without access, by what is missing; that page then leads to `next`.
 */
export const signInPath = (missing: 'signed-out' | 'second-factor', next: string) =>
  missing === 'signed-out' ? loginPath(next) : withNext('/login/challenge', next);
