import type { Origin } from '#domain/origin.ts';

/*
 * Tells the site which pages are shown: no cookie, nothing that outlives the tab. Comes once the page
 * is alive, so that counting delays none. What counts is decided by the server.
 */

/** What lies behind a sign-in or a private link is nobody's visit. */
const isPrivate = /^\/(?:admin|login|booking)\b/;

/** As the tab keeps it: JSON. */
let origin: string | undefined;
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
function keepOrigin(at: Pick<Location, 'pathname' | 'search'>): string {
  const described = JSON.stringify(describeOrigin(at));
  try {
    // Forms send it along (forms/visitor-form.tsx): a module for the name would be one more to load.
    const kept = sessionStorage.getItem('origin');
    if (kept) return kept;
    sessionStorage.setItem('origin', described);
  } catch {
    // Storage is blocked: the page's own memory has to do.
  }
  return described;
}

function send(): void {
  const content = `{"page":${JSON.stringify(shown)},"origin":${origin}}`;
  const body = new Blob([content], { type: 'application/json' });
  // Both outlive the page; a browser that has too much to send refuses the first.
  if (!navigator.sendBeacon('/api/visits', body))
    fetch('/api/visits', { method: 'POST', body, keepalive: true }).catch(() => {});
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
