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

/** A site with a data folder of its own. */
export interface OwnSite extends SiteProcess {
  directory: string;
  /** Stops it and removes its data. */
  remove: () => Promise<void>;
}

/** A database that is away. */
export const databaseAway = async () => `postgres://site:x@127.0.0.1:${await findFreePort()}/site`;

/** Starts a site that answers, with or without its database, on a data folder of its own. */
export async function runOwnSite(environment: Record<string, string>): Promise<OwnSite> {
  // A database elsewhere, or none, needs no folder of one.
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
 * Lets a browser test visit a site of its own, on a data folder and with settings of its
 * own, which ends with it. Waits until the site answers, with or without its database.
 */
export async function visitOwnSite(
  page: Page,
  environment: Record<string, string>,
  visit: (site: SiteProcess) => Promise<void>,
): Promise<void> {
  const site = await runOwnSite(environment);
  try {
    await visit(site);
  } finally {
    // Nothing of the page may ask a site that has ended.
    await page.goto('about:blank');
    await site.remove();
  }
}
