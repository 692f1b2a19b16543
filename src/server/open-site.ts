import { requireLiveKeys } from '#platform/config/payments.ts';
import { untilDatabaseIsReady } from '#platform/db/until-database-is-ready.ts';
import { checkContent } from './check-content.ts';
import { composeSite } from './site.ts';
import type { SiteOptions } from './site-options.ts';

/**
 * Starts the site; the caller holds the lock of the data folder. While the database is unavailable,
 * keeps trying in the background. Throws other errors after stopping everything.
 */
export async function openSite(options: SiteOptions) {
  const { log } = options;
  checkContent(options.clientDirectory ?? 'public');
  requireLiveKeys(options.config.payments, options.config.siteUrl);
  const site = await composeSite(options);
  await using disposables = new AsyncDisposableStack();
  disposables.defer(site.stop);
  disposables.defer(await untilDatabaseIsReady(site.prepareDatabase, log));
  // Submissions from an earlier process can be emailed without the database.
  site.services.replayer.wake();
  site.services.alerts.start();

  const running = disposables.move();
  const { fetch, adminAccess, prepareToStop, settings } = site;
  return {
    fetch,
    settings,
    /** How to become the first admin; pending until the database is available. */
    adminAccess,
    /** Ends event streams before the socket closes. */
    prepareToStop,
    /** Finishes running work and stops everything in reverse order. */
    stop() {
      prepareToStop();
      return running.disposeAsync();
    },
  };
}
