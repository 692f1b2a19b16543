import type { Changes } from './db/changes.ts';
import type { Database } from './db/executor.ts';
import { findNextPublication } from './db/queries/content.ts';
import { createAnswerShownPage } from './http/answer-shown-page.ts';
import { createCountShownPage } from './http/count-shown-page.ts';
import { createPageCache, type Fetch } from './http/page-cache.ts';
import { createLogAnswer, logThrown } from './http/request-log.ts';
import { listSecurityHeaders, type SecurityHeaderOptions } from './http/security-headers.ts';
import type { AnswerDirectly } from './http/serve.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { watchPublications } from './services/content/watch-publications.ts';
import type { Services } from './services/create-services.ts';
import type { SettingsService } from './services/settings/create-settings.ts';
import { nextTurn } from './services/settings/next-turn.ts';

interface DirectAnswerDeps {
  config: SecurityHeaderOptions & { trustedProxies: number };
  /** The whole application. */
  fetch: Fetch;
  db: Database;
  changes: Changes;
  settings: Pick<SettingsService, 'known'>;
  services: Pick<Services, 'visits'>;
  log: Logger;
  metrics: Metrics | undefined;
  now: () => Date;
}

/**
 * Puts before the application what is asked for most: the cache of pages, and what counts pages that
 * are shown. In development every page is rendered anew.
 */
export async function openDirectAnswers({
  config,
  ...deps
}: DirectAnswerDeps): Promise<{ fetch: Fetch; answerDirectly?: AnswerDirectly }> {
  const { fetch, db, changes, settings, services, log, metrics, now } = deps;
  if (config.isDevelopment) return { fetch };
  const nextPublication = watchPublications({
    findNext: (after) => findNextPublication(db, after),
    ...{ changes, log },
  });
  const logAnswer = createLogAnswer(log, metrics?.observeRequest);
  const cache = createPageCache({
    ...{ fetch, changes, log, logAnswer, now },
    nextTurn: (after) => nextTurn(after, settings.known(), nextPublication(after)),
  });
  const answerShownPage = createAnswerShownPage({
    ...{ ...config, logAnswer },
    countShownPage: createCountShownPage(services.visits),
    fields: await listSecurityHeaders(config),
  });
  return {
    fetch: cache.fetch,
    answerDirectly(incoming, outgoing) {
      try {
        return cache.answerKept(incoming, outgoing) || answerShownPage(incoming, outgoing);
      } catch (thrown) {
        // Nothing stands around this that would catch it: the process would end.
        logThrown(log, thrown);
        if (outgoing.headersSent) outgoing.destroy();
        return outgoing.headersSent;
      }
    },
  };
}
