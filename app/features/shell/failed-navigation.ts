import { useLayoutEffect } from 'react';
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type Location,
  type NavigateFunction,
  useLocation,
  useNavigate,
  useNavigationType,
  useRouteError,
} from 'react-router';
import { retryRouteModules } from '#app/load-route-module.ts';
import { toast } from '#app/ui/toast.ts';

/*
 * A navigation that does not reach the site leaves the visitor on the page that they see, with what
 * they have typed. React Router would show its error screen instead, and has no way to give a
 * navigation up: the page that is shown is navigated to once more, and loads nothing.
 */

type Results = Record<string, DataStrategyResult>;

interface ShownPage {
  location: Location;
  /** Its place in the browser's history, as React Router counts. */
  index: number;
  /** What its error screen is about, if it is one. */
  error: unknown;
  navigate: NavigateFunction;
}

const toastId = 'failed-navigation';

/** What the visitor sees; in the browser only. */
let shown: ShownPage | undefined;
/** The URL whose next load is no load, but the way back from a failed one. */
let returningTo: string | undefined;

/** The places of locations in the browser's history, as far as they were seen there. */
const indexByKey = new Map<string, number>();

/** Returns where the browser is in its history, and keeps it for its location. */
function readIndex(): number {
  const { key = 'default', idx = 0 } = window.history.state ?? {};
  indexByKey.set(key, idx);
  return idx;
}

const requestedUrl = ({ pathname, search }: Location) =>
  new URL(pathname + search, window.location.href).href;

/** Whether an error says that no answer of the site came, rather than what it answered. */
function isFailure({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false;
  if (isRouteErrorResponse(result)) return [502, 503, 504].includes(result.status);
  // What an action throws comes wrapped.
  const error = result instanceof Error ? result : Object(result).data;
  // A fetch that failed, or an answer that broke off.
  return error instanceof TypeError || (error instanceof Error && error.cause !== undefined);
}

const isSiteReached = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Says what happened, and goes back to what is shown. `request` is of the navigation that failed. */
function stay(request: Request, { location, index, navigate }: ShownPage): void {
  const { pathname, search } = new URL(request.url);
  const distance = readIndex() - index;
  if (request.method === 'GET') {
    toast.error('The page could not be loaded. Please check your connection.', {
      id: toastId,
      duration: Number.POSITIVE_INFINITY,
      action: {
        label: 'Retry',
        onClick: (event) => {
          // The notice stands until a page has come.
          event.preventDefault();
          if (distance !== 0) void navigate(distance);
          else void navigate({ pathname, search });
        },
      },
    });
  } else {
    toast.error('No answer came. Please check your connection and send it again.', { id: toastId });
  }
  returningTo = requestedUrl(location);
  // Back and Forward have changed the URL already.
  if (distance !== 0) window.history.go(-distance);
  else void navigate(location, { replace: true, state: location.state, preventScrollReset: true });
}

/** The root route's `clientMiddleware`: around every load and action of a navigation in the browser. */
export async function stayOnFailure(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  readIndex();
  if (request.method === 'GET' && request.url === returningTo) {
    returningTo = undefined;
    return shown?.error == null ? {} : { root: { type: 'error', result: shown.error } };
  }
  const missed = retryRouteModules();
  const results = await Promise.race([next(), missed.then(() => 'missed' as const)]);
  if (request.signal.aborted || !shown) return results === 'missed' ? {} : results;
  if (results === 'missed') {
    // The site is there, but not this file: it was replaced by a newer version of the site.
    if (await isSiteReached()) window.location.assign(request.url);
    else stay(request, shown);
  } else if (Object.values(results).some(isFailure)) {
    stay(request, shown);
  } else {
    toast.dismiss(toastId);
    return results;
  }
  return new Promise((resolve) =>
    request.signal.addEventListener('abort', () => resolve({}), { once: true }),
  );
}

/** Keeps what {@link stayOnFailure} has to know of the page that is shown. */
export function useFailedNavigation(): void {
  const location = useLocation();
  const isPushed = useNavigationType() === 'PUSH';
  const navigate = useNavigate();
  const error = useRouteError();
  useLayoutEffect(() => {
    // Whoever presses Back at once has left its place in the history before the page is shown.
    const current = readIndex();
    const following = shown ? shown.index + (isPushed ? 1 : 0) : current;
    const index = indexByKey.get(location.key) ?? following;
    indexByKey.set(location.key, index);
    shown = { location, index, error, navigate };
    returningTo = undefined;
  }, [location, isPushed, error, navigate]);
}
