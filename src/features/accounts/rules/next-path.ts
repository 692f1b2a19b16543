import { parseUrl } from '#rules/url.ts';

export const adminPath = '/admin';

/** Where a sign-in leads when nothing else was asked for. */
export const startPath = `${adminPath}/today`;

/** Browsers drop line breaks and tabs from an address, and read `\` as `/`. */
const unsafe = /[\p{Cc}\\]/u;

/** Any host would do: it is only there to see whether an address leaves it. */
const somewhere = 'http://site.invalid';

/** Returns where to go after signing in: the path that was asked for, or today's page. Nobody is sent to another site. */
export function safeNextPath(asked: string | null | undefined): string {
  if (!asked?.startsWith('/') || asked.length > 2_000 || unsafe.test(asked)) return startPath;
  const url = parseUrl(asked, somewhere);
  if (!url) return startPath;
  const { origin, pathname, search, hash } = url;
  // The parsed path is what browsers will see; `/.//host` has become `//host` by now.
  if (origin !== somewhere || pathname.startsWith('//')) return startPath;
  return `${pathname}${search}${hash}`;
}

const withNext = (path: string, next: string) =>
  `${path}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`;

/** The sign-in page, and where to go from there. */
export const loginPath = (next: string) => withNext('/login', next);

/** Where somebody goes who is not let in, by what is missing, and where to go from there. */
export const signInPath = (missing: 'signed-out' | 'second-factor', next: string) =>
  missing === 'signed-out' ? loginPath(next) : withNext('/login/challenge', next);
