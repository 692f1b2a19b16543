import { rm } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { patience } from '#tests/support/patience.ts';
import { runSite } from '#tests/support/site-process.ts';
import { copySiteTemplate } from '#tests/support/site-template.ts';
import {
  namedAddress,
  operator,
  siteDataDirectory,
  sitePort,
  siteUrl,
} from '#tests/support/site-under-test.ts';

interface Fixtures {
  /** What a test expects on the browser's console; anything else fails it. */
  allowedConsole: RegExp | undefined;
  checkAccessibility: () => Promise<void>;
}

interface WorkerFixtures {
  /** The production build on a data folder of this worker's own, for all of its tests. */
  siteUnderTest: undefined;
}

/** Every test watches the console: an error, a warning or a failed hydration fails it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteUnderTest: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names out of the pattern
    async ({}, use) => {
      await rm(siteDataDirectory, { recursive: true, force: true });
      await copySiteTemplate(siteDataDirectory);
      const site = await runSite({
        // As an owner has it: Today tells when the next is due.
        BACKUP_NIGHTLY: 'on',
        ...{ PORT: String(sitePort), SITE_URL: siteUrl, DATA_DIR: siteDataDirectory },
        ...{ ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
        ...{ ADMIN_EMAILS: namedAddress, LOG_LEVEL: 'error' },
      });
      await site.untilReady();
      await use(undefined);
      await site.end('SIGTERM');
      await rm(siteDataDirectory, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: patience.test },
  ],

  baseURL: async ({ siteUnderTest: _ }, use) => use(siteUrl),

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names out of the pattern
  allowedConsole: async ({}, use) => use(undefined),

  page: async ({ page, allowedConsole }, use) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      messages.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    // Pages that are in view are not fetched ahead: what a test asks for comes when it asks.
    await setLine(page, { saveData: true });
    await use(page);
    // What the page still asks for as a test ends is answered no more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const unexpected = messages.filter((text) => !allowedConsole?.test(text));
    expect(unexpected, 'the console stays silent').toEqual([]);
  },

  checkAccessibility: async ({ page }, use) => use(() => expectAccessible(page)),
});

export { expect };

/** Sets what the browser says of its line to the pages that are loaded from now on. */
export const setLine = (page: Page, line: { saveData?: boolean; effectiveType?: string }) =>
  page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value });
  }, line);

/** Waits until the page's scripts, or React, answer presses. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => 'alive' in document.documentElement.dataset);
}

/** Axe finds nothing; by one of its rules, or by all that it has. */
export async function expectAccessible(page: Page, rule?: string): Promise<void> {
  // Put into the page once, and past its security policy: the source is half a megabyte.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axe.source);
  // Axe would wait half a second for each frame, which has none of it.
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rule && { runOnly: rule }),
  };
  const { violations } = await page.evaluate(
    (wanted) => (Reflect.get(window, 'axe') as typeof axe).run(wanted),
    options,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  expect(found, 'axe finds nothing').toEqual([]);
}

/** Axe finds nothing in either theme, which the header's button changes. */
export async function expectAccessibleInBothThemes(
  page: Page,
  toggle = () => page.getByRole('button', { name: 'Toggle theme' }).click(),
): Promise<void> {
  const html = page.locator('html');
  const wasDark = (await html.getAttribute('class'))?.includes('dark');
  await expectAccessible(page);
  await toggle();
  await expect(html).toHaveClass(wasDark ? /light/ : /dark/);
  // The markup is the same; only its colours change.
  await expectAccessible(page, 'color-contrast');
  await toggle();
}

/** Signs out by the account menu of the admin. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
}

/** Nothing is wider than the screen. */
export async function expectNoExcess(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `no sideways scrolling on ${page.url()}`).toBe(0);
}

/** The hosts that a page asks for anything, from now on. */
export function watchHosts(page: Page): ReadonlySet<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http')) hosts.add(url.host);
  });
  return hosts;
}
