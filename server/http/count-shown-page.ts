import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { ShownPage } from '#domain/visits.ts';
import { hasSessionCookie } from '#server/auth/session-cookie.ts';
import type { VisitCounter } from '#server/services/visits/create-visit-counter.ts';
import { findPublicPage } from './public-pages.ts';
import { type ReadHeader, refusesCounting } from './refuses-counting.ts';

/** Who was shown a page. */
interface Viewer {
  header: ReadHeader;
  ipAddress: string;
}

/** Counts a page that was shown, unless it does not count. */
export type CountShownPage = (shown: ShownPage, viewer: Viewer) => void;

/**
 * Makes what counts a page that was shown. Robots, whoever refuses it, pages that nobody has looked at
 * yet or that are not public, and whoever is signed in do not count.
 */
export function createCountShownPage(visits: Pick<VisitCounter, 'count'>): CountShownPage {
  const isRobot = createIsRobot();
  return ({ page, ...source }, { header, ipAddress }) => {
    const userAgent = header('user-agent') ?? '';
    const isCounted =
      page !== null &&
      isPage(page) &&
      !refusesCounting(header) &&
      !header('sec-purpose')?.includes('prefetch') &&
      !hasSessionCookie(header('cookie')) &&
      !isRobot(userAgent);
    if (isCounted) visits.count({ page, source, ipAddress, userAgent });
  };
}

/**
 * Returns what knows robots by their names. Few names are most of all: the pattern for it is long, and
 * each of them meets it once.
 */
function createIsRobot(): (userAgent: string) => boolean {
  const known = new LRUCache<string, boolean>({ max: 1_000 });
  return (userAgent) => {
    const isKnown = known.get(userAgent);
    if (isKnown !== undefined) return isKnown;
    // No browser is without a name.
    const isRobot = userAgent === '' || isbot(userAgent);
    known.set(userAgent, isRobot);
    return isRobot;
  };
}

/** Whether a path is that of a public page, not of a file. */
const isPage = (path: string) => findPublicPage(path) !== undefined && !path.includes('.');
