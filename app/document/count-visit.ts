import type { Origin } from '#domain/origin.ts';

/*
 * Tells the site which page is shown: no cookie, nothing that outlives the tab. The server decides
 * what counts.
 */

/** What lies behind a sign-in or a private link is nobody's visit. */
const isPrivate = /^\/(?:admin|login|booking|privacy\/request)\b/;

/** More than this does not fit into an address that the server takes, in characters. */
const longestSource = 1_800;

/** Whether the visitor has asked not to be counted: nothing is sent then, and nothing kept. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Where the document was come to from: not by a page of the site itself. */
function describeOrigin(): Origin {
  const { pathname, search, host: ownHost } = location;
  const { referrer } = document;
  const host = referrer && new URL(referrer).host;
  const params = new URLSearchParams(search);
  return {
    first_page: pathname,
    referrer: host === ownHost ? null : host || null,
    utm_source: params.get('utm_source'),
    utm_medium: params.get('utm_medium'),
    utm_campaign: params.get('utm_campaign'),
  };
}

/** Returns what this tab has kept of its first page, or keeps this one as that. */
function keepOrigin(): Origin {
  const described = describeOrigin();
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
function send(origin: Origin): void {
  const known = Object.entries({ ...origin, first_page: null });
  const said = known.flatMap(([name, text]) => (text ? [[name, text]] : []));
  const from = `&${new URLSearchParams(said)}`;
  const url = `/api/visits?page=${location.pathname}${from.length > longestSource ? '' : from}`;
  // Both outlive the page; a browser that has too much to send refuses the first.
  if (!navigator.sendBeacon(url)) fetch(url, { method: 'POST', keepalive: true }).catch(() => {});
}

/** Counts the page, and once more when it comes back from the browser's back/forward cache. */
export function countVisit(): void {
  if (isPrivate.test(location.pathname) || isRefused()) return;
  const origin = keepOrigin();
  send(origin);
  addEventListener('pageshow', ({ persisted }) => persisted && send(origin));
}
