import { findNextPublication, watchPublications } from '#features/content/server/index.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import { nextMentorMidnight, type SettingsService } from '#features/settings/server/index.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { Database } from '#platform/db/executor.ts';
import { createLogAnswer } from '#platform/http/request-log.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createPageCache, type Fetch } from '#platform/page-cache/page-cache.ts';
import type { Metrics } from './metrics/create-metrics.ts';

interface KeepPagesDeps {
  fetch: Fetch;
  db: Database;
  changes: Changes;
  settings: Pick<SettingsService, 'known'>;
  log: Logger;
  metrics: Metrics | undefined;
  now: () => Date;
}

/** Puts the page cache in front of the application. */
export function keepPages({
  fetch,
  db,
  changes,
  settings,
  log,
  metrics,
  now,
}: KeepPagesDeps): Fetch {
  const nextPublication = watchPublications({
    findNext: (after) => findNextPublication(db, after),
    changes,
    log,
  });
  return createPageCache({
    fetch,
    changes,
    log,
    now,
    logAnswer: createLogAnswer(log, metrics?.observeRequest),
    nextTurn: (after) => nextTurn(after, settings.known(), nextPublication(after)),
  });
}

/**
 * Returns when the public pages change next without an edit: events disappear at the mentor's
 * midnight, a sale ends, or a scheduled post is published.
 */
export function nextTurn(
  after: Date,
  { booking, offers: { sale } }: Pick<Settings, 'booking' | 'offers'>,
  nextPublication?: Date,
): Date {
  const midnight = nextMentorMidnight(after, booking);
  const saleEnd = sale.kind === 'until' ? new Date(sale.endsAt) : midnight;
  return [saleEnd, nextPublication ?? midnight].reduce(
    (next, turn) => (turn > after && turn < next ? turn : next),
    midnight,
  );
}
