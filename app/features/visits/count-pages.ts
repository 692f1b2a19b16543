import type { Origin } from '#domain/origin.ts';

/*
 * Tells the site which pages are shown: no cookie, nothing that outlives the tab. Comes once the page
 * is alive, so that counting delays none. What counts is decided by the server.
 */

/** What lies behind a sign-in or a private link is nobody's visit. */
const isPrivate = /^\/(?:admin|login|booking|privacy\/request)\b/;

/** More than this does not fit into an address that the server takes, in characters. */
const longestSource = 1_800;

let origin: Origin | undefined;
let shown: string | undefined;

/** Whether the visitor has asked not to be counted: nothing is sent then, and nothing kept. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Where the document was come to from: not by a page of the site itself. */
function describeOrigin({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Origin {
  const { referrer } = document;
  const host = referrer && new URL(referrer).host;
  const params = new URLSearchParams(search);
  return {
    first_page: pathname,
    referrer: host === location.host ? null : host || null,
    utm_source: params.get('utm_source'),
    utm_medium: params.get('utm_medium'),
    utm_campaign: params.get('utm_campaign'),
  };
}

/** Returns what this tab has kept of its first page, or keeps this one as that. */
function keepOrigin(at: Pick<Location, 'pathname' | 'search'>): Origin {
  const described = describeOrigin(at);
  try {
    // Forms send it along (forms/visitor-form.tsx): a module for the name would be one more to load.
    const kept = sessionStorage.getItem('origin');
    if (kept) return JSON.parse(kept);
    sessionStorage.setItem('origin', JSON.stringify(described));
  } catch {
    // Storage is blocked: the page's own memory has to do.
  }
  return described;
}

/** As a query with no body, which is the cheapest to read. */
function send(): void {
  const known = Object.entries({ ...origin, first_page: null });
  const said = known.flatMap(([name, text]) => (text ? [[name, text]] : []));
  const from = `&${new URLSearchParams(said)}`;
  const url = `/api/visits?page=${shown}${from.length > longestSource ? '' : from}`;
  // Both outlive the page; a browser that has too much to send refuses the first.
  if (!navigator.sendBeacon(url)) fetch(url, { method: 'POST', keepalive: true }).catch(() => {});
}

/** Counts a page once it is shown; a change of its search or its place within it is the same page. */
export function countPage(at: Pick<Location, 'pathname' | 'search'>): void {
  if (at.pathname === shown || isPrivate.test(at.pathname) || isRefused()) return;
  shown = at.pathname;
  origin ??= keepOrigin(at);
  send();
}

// Back from another site, the page is as it was left, and shown once more.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && shown && !isRefused()) send();
});
