import type { Page } from '@playwright/test';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from './site-process.ts';
import { createSiteDirectory } from './site-template.ts';

/** A site with its own data folder. */
export interface OwnSite extends SiteProcess {
  directory: string;
  /** Stops the site and removes its data. */
  remove: () => Promise<void>;
}

/** Returns the address of a database that is not running. */
export const databaseAway = async () => `postgres://site:x@127.0.0.1:${await findFreePort()}/site`;

/** Starts a site on its own data folder and waits until it answers, even without its database. */
export async function runOwnSite(environment: Record<string, string>): Promise<OwnSite> {
  // A site with another database, or none, needs no copy of the private one.
  const directory = await (environment.DATABASE_URL ? createDirectory() : createSiteDirectory());
  const site = await runSite({ DATA_DIR: directory, ...environment });
  await until('the site to answer', () =>
    fetch(`${site.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    ...site,
    directory,
    async remove() {
      await site.end('SIGTERM');
      await removeDirectory(directory);
    },
  };
}

/**
 * Lets a browser test use a separate site with its own data folder and settings, which stops after
 * the test. Waits until the site answers, even without its database.
 */
export async function visitOwnSite(
  page: Page,
  environment: Record<string, string>,
  visit: (site: OwnSite) => Promise<void>,
): Promise<void> {
  const site = await runOwnSite(environment);
  try {
    await visit(site);
  } finally {
    // The page must not send requests to a stopped site.
    await page.goto('about:blank');
    await site.remove();
  }
}
