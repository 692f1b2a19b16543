/**
 * How long caches that many share may keep a public page, in seconds: for a moment as it is, for
 * another while they ask for a newer one, and for a day if there is none to be had. Browsers ask
 * every time, and get 304.
 */
export const sharedCaching =
  'public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=86400';

/** The number of a page of a list. */
const page = /^[1-9]\d{0,3}$/;

/** There are too many values to keep an answer for each. */
const none = /$^/;

/**
 * What is the same for everybody, by its pattern, and the search parameters that it shows something
 * else for, each with the values worth keeping an answer for. Any other parameter changes nothing.
 */
const publicPages: Record<string, Record<string, RegExp>> = {
  '/': {},
  '/services': { page, inquiry: /^(?:course|blueprint)$/, sent: /^$/ },
  '/about': {},
  '/mentorship': { session: none },
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

/** A page that is the same for everybody. */
export interface PublicPage {
  /** Its pattern, such as `/education/:id`. */
  route: string;
  /** Path and search, with nothing in it that changes nothing. */
  url: string;
}

const waiting = /^\/waiting\/[a-z]+$/;

const recordId = /^\/(?<list>education|blog)\/[\da-f-]{36}$/;

/**
 * Returns which public page a URL names (path and search), as a document or as the data that the
 * router asks for (`/about.data`, `/_.data`); nothing for one whose answer is not to be kept.
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
  // Of the router's data only parts are wanted.
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
