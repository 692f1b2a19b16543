import type { Origin } from '#rules/origin.ts';

/** Pages behind a sign-in or a private link are not counted. */
const isPrivate = /^\/(?:admin|login|booking|pay|library|privacy\/request)\b/;

/** The longest origin to send, in characters. The server rejects longer URLs. */
const maxOriginLength = 1_800;

/** Whether the visitor has asked not to be tracked. Then nothing is sent or stored. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Returns the origin of a visit that started on this page. */
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

/** Returns the origin stored by the first page of this tab, or stores the current one. */
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
  const url = `/api/visits?page=${location.pathname}${from.length > maxOriginLength ? '' : from}`;
  // Both requests outlive the page. The browser rejects a beacon when too many are pending, and
  // privacy settings can remove the function.
  if (!navigator.sendBeacon?.(url)) fetch(url, { method: 'POST', keepalive: true }).catch(() => {});
}

/**
 * Counts a page view, and another one when the page is restored from the back/forward cache. Sets
 * no cookie.
 */
export function countVisit(): void {
  if (isPrivate.test(location.pathname) || isRefused()) return;
  const origin = keepOrigin();
  send(origin);
  addEventListener('pageshow', ({ persisted }) => persisted && send(origin));
}
