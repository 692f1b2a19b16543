import type { Page } from '@playwright/test';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from './site-process.ts';

/** A database that is away. */
export const databaseAway = async () => `postgres://site:x@127.0.0.1:${await findFreePort()}/site`;

/**
 * Lets a browser test visit a site of its own, on a fresh data folder and with settings of its
 * own, which ends with it. Waits until the site answers, with or without its database.
 */
export async function visitOwnSite(
  page: Page,
  environment: Record<string, string>,
  visit: (site: SiteProcess) => Promise<void>,
): Promise<void> {
  const directory = await createDirectory();
  const site = await runSite({ DATA_DIR: directory, ...environment });
  try {
    await until('the site to answer', () =>
      fetch(`${site.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await visit(site);
  } finally {
    // Nothing of the page may ask a site that has ended.
    await page.goto('about:blank');
    await site.end('SIGTERM');
    await removeDirectory(directory);
  }
}
