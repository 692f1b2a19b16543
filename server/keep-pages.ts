import type { Changes } from './db/changes.ts';
import type { Database } from './db/executor.ts';
import { findNextPublication } from './db/queries/content.ts';
import { createPageCache, type Fetch } from './http/page-cache.ts';
import { createLogAnswer } from './http/request-log.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { watchPublications } from './services/content/watch-publications.ts';
import type { SettingsService } from './services/settings/create-settings.ts';
import { nextTurn } from './services/settings/next-turn.ts';

interface KeepPagesDeps {
  /** The whole application. */
  fetch: Fetch;
  db: Database;
  changes: Changes;
  settings: Pick<SettingsService, 'known'>;
  log: Logger;
  metrics: Metrics | undefined;
  now: () => Date;
}

/** Puts the cache of pages before the application. */
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
    ...{ changes, log },
  });
  return createPageCache({
    ...{ fetch, changes, log, now },
    logAnswer: createLogAnswer(log, metrics?.observeRequest),
    nextTurn: (after) => nextTurn(after, settings.known(), nextPublication(after)),
  });
}
