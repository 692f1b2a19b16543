/**
 * Shared caches keep a public page for seconds, or for a day while the site fails. Browsers
 * revalidate.
 */
export const sharedCaching =
  'public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=86400';

/** The page number of a list. */
const page = /^[1-9]\d{0,3}$/;

/** For parameters with too many values to cache. */
const none = /$^/;

/**
 * The public pages by pattern, with the search parameters that change them and the values that are
 * cached. Other parameters are ignored.
 */
const publicPages: Record<string, Record<string, RegExp>> = {
  '/': {},
  '/services': { page, inquiry: none, sent: /^$/ },
  '/about': {},
  '/mentorship': { session: none, date: none },
  '/community': { page },
  '/contact': { sent: /^$/, course: none },
  '/videos': { page },
  '/freebies': { page },
  '/privacy': {},
  '/terms': {},
  '/education': { page, q: none },
  '/education/:id': {},
  '/blog': { page, q: none },
  '/blog/:id': {},
  '/feed.xml': {},
  '/sitemap.xml': {},
  '/robots.txt': {},
  '/site.webmanifest': {},
};

/** A page that is the same for all visitors. */
export interface PublicPage {
  /** Its pattern, e.g. `/education/:id`. */
  route: string;
  /** Path and query, without ignored parameters. */
  url: string;
}

const waiting = /^\/waiting\/[a-z]+$/;

const recordId = /^\/(?<list>education|blog)\/[\da-f-]{36}$/;

/**
 * Returns the public page of a URL (path and query), as a document or as the router's data
 * (`/about.data`, `/_.data`); undefined if its response must not be cached.
 */
export function findPublicPage(url: string): PublicPage | undefined {
  const [path = '', search] = url.split('?', 2);
  const name = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path;
  const list = recordId.exec(name)?.groups?.list;
  const route = list ? `/${list}/:id` : name === '/_' ? '/' : name;
  if (waiting.test(url)) return { route, url };
  const parameters = Object.hasOwn(publicPages, route) ? publicPages[route] : undefined;
  if (!parameters) return;
  if (!search) return { route, url: path };
  const given = new URLSearchParams(search);
  // The request is for a part of the router's data.
  if (given.has('_routes')) return;
  const kept = new URLSearchParams();
  for (const [parameter, values] of Object.entries(parameters)) {
    const value = given.get(parameter);
    if (value === null) continue;
    if (!values.test(value)) return;
    kept.set(parameter, value);
  }
  return { route, url: kept.size > 0 ? `${path}?${kept}` : path };
}
