import type { Config } from './config.ts';
import type { Changes } from './db/changes.ts';
import type { Database } from './db/executor.ts';
import { findNextPublication } from './db/queries/content.ts';
import { createPageCache, type Fetch, type PageCache } from './http/page-cache.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { watchPublications } from './services/content/watch-publications.ts';
import type { SettingsService } from './services/settings/create-settings.ts';
import { nextTurn } from './services/settings/next-turn.ts';

interface PageCacheDeps {
  environment: Config['environment'];
  /** The whole application. */
  fetch: Fetch;
  db: Database;
  changes: Changes;
  settings: Pick<SettingsService, 'known'>;
  log: Logger;
  metrics: Metrics | undefined;
  now: () => Date;
}

/** Puts the cache of pages before the application; in development every page is rendered anew. */
export function openPageCache(deps: PageCacheDeps): Pick<PageCache, 'fetch'> & Partial<PageCache> {
  const { environment, fetch, db, changes, settings, log, metrics, now } = deps;
  if (environment === 'development') return { fetch };
  const nextPublication = watchPublications({
    findNext: (after) => findNextPublication(db, after),
    ...{ changes, log },
  });
  return createPageCache({
    ...{ fetch, changes, log, now },
    observeRequest: metrics?.observeRequest,
    nextTurn: (after) => nextTurn(after, settings.known(), nextPublication(after)),
  });
}
