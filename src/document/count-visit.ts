import type { Origin } from '#rules/origin.ts';

/** Pages behind a sign-in or a private link are not counted. */
const isPrivate = /^\/(?:admin|login|booking|pay|privacy\/request)\b/;

/** A longer origin would make the URL too long for the server, in characters. */
const longestOrigin = 1_800;

/** Returns whether the visitor refuses to be counted. Then nothing is sent or stored. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Returns where a visit began if it began on this page. */
function describeOrigin(): Origin {
  const host = document.referrer && new URL(document.referrer).host;
  const params = new URLSearchParams(location.search);
  return {
    first_page: location.pathname,
    referrer: host === location.host ? null : host || null,
    utm_source: params.get('utm_source'),
    utm_medium: params.get('utm_medium'),
    utm_campaign: params.get('utm_campaign'),
  };
}

/** Returns the origin that this tab stored on its first page, or stores this page's. */
function keepOrigin(): Origin {
  const described = describeOrigin();
  try {
    // Forms send it along (forms/visitor-form.tsx).
    const kept = sessionStorage.getItem('origin');
    if (kept) return JSON.parse(kept);
    sessionStorage.setItem('origin', JSON.stringify(described));
  } catch {
    // Storage is blocked.
  }
  return described;
}

function send(origin: Origin): void {
  const known = Object.entries({ ...origin, first_page: null });
  const from = `&${new URLSearchParams(known.flatMap(([name, text]) => (text ? [[name, text]] : [])))}`;
  const url = `/api/visits?page=${location.pathname}${from.length > longestOrigin ? '' : from}`;
  // Both outlive the page. The browser refuses a beacon when too many are waiting.
  if (!navigator.sendBeacon(url)) fetch(url, { method: 'POST', keepalive: true }).catch(() => {});
}

/** Counts the page, and again when it returns from the back/forward cache. Sets no cookie. */
export function countVisit(): void {
  if (isPrivate.test(location.pathname) || isRefused()) return;
  const origin = keepOrigin();
  send(origin);
  addEventListener('pageshow', ({ persisted }) => persisted && send(origin));
}
