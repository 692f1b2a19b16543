import { rm } from 'node:fs/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { patience } from '#tests/support/patience.ts';
import { runSite } from '#tests/support/site-process.ts';
import { copySiteTemplate } from '#tests/support/site-template.ts';
import {
  mentor,
  namedAddress,
  siteDataDirectory,
  sitePort,
  siteUrl,
} from '#tests/support/site-under-test.ts';

interface Fixtures {
  /** Console messages that a test expects. Any other message fails it. */
  allowedConsole: RegExp | undefined;
  checkAccessibility: () => Promise<void>;
}

interface WorkerFixtures {
  /** The production build on this worker's own data folder, for all of its tests. */
  siteUnderTest: undefined;
  /**
   * The browser state after the mentor has signed in. It is here because a test with other worker
   * fixtures needs another worker, and therefore another site.
   */
  mentorState: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** Every test fails on a console error or warning, and on a failed hydration. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteUnderTest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from it
    async ({}, use) => {
      await rm(siteDataDirectory, { recursive: true, force: true });
      await copySiteTemplate(siteDataDirectory);
      const site = await runSite({
        // Enabled as by default, because Today shows when the next backup is due.
        BACKUP_NIGHTLY: 'on',
        PORT: String(sitePort),
        SITE_URL: siteUrl,
        DATA_DIR: siteDataDirectory,
        ADMIN_EMAIL: mentor.email,
        ADMIN_PASSWORD: mentor.password,
        ADMIN_EMAILS: namedAddress,
        LOG_LEVEL: 'error',
      });
      await site.untilReady();
      await use(undefined);
      await site.end('SIGTERM');
      await rm(siteDataDirectory, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: patience.test },
  ],

  mentorState: [
    async ({ siteUnderTest: _, playwright }, use) => {
      const caller = await playwright.request.newContext({ baseURL: siteUrl });
      const answer = await caller.post('/api/auth/sign-in/email', { data: mentor });
      expect(answer.ok()).toBe(true);
      await use(await caller.storageState());
      await caller.dispose();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ siteUnderTest: _ }, use) => use(siteUrl),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from it
  allowedConsole: async ({}, use) => use(undefined),

  page: async ({ page, allowedConsole }, use) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      const isFailedHydration = message.text().startsWith('React rendered the page again');
      if (!['error', 'warning'].includes(message.type()) && !isFailedHydration) return;
      messages.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    // Data saving turns off prefetching, so that requests only happen when a test causes them.
    await setLine(page, { saveData: true });
    await use(page);
    // Requests that are still open at the end of a test get no answer.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const unexpected = messages.filter((text) => !allowedConsole?.test(text));
    expect(unexpected, 'the console stays silent').toEqual([]);
  },

  checkAccessibility: async ({ page }, use) => use(() => expectAccessible(page)),
});

export { expect };

/** Sets the connection type that the browser reports to pages loaded from now on. */
export const setLine = (page: Page, line: { saveData?: boolean; effectiveType?: string }) =>
  page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value });
  }, line);

/** Waits until the page's scripts, or React, respond to presses. A form is touched for that. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.querySelector('[data-island]')?.dispatchEvent(new PointerEvent('pointerover'));
    // A page that has just begun has no elements.
    return document.querySelector('html[data-alive]') !== null;
  });
}

/** Expects axe to find nothing, by one of its rules or by all of them. */
export async function expectAccessible(page: Page, rule?: string): Promise<void> {
  // Injected once, bypassing the security policy, because the source is half a megabyte.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axe.source);
  // Axe would wait half a second for each frame, and no frame contains it.
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

/** Expects axe to find nothing in either theme. Changes the theme with the header's button. */
export async function expectAccessibleInBothThemes(
  page: Page,
  toggle = () => page.getByRole('button', { name: 'Toggle theme' }).click(),
): Promise<void> {
  const html = page.locator('html');
  const wasDark = (await html.getAttribute('class'))?.includes('dark');
  await expectAccessible(page);
  await toggle();
  await expect(html).toHaveClass(wasDark ? /light/ : /dark/);
  // Only the colours change, so only contrast is checked.
  await expectAccessible(page, 'color-contrast');
  await toggle();
}

/** Signs out through the account menu of the admin. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
}

/** Expects nothing to be wider than the screen. */
export async function expectNoExcess(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `no sideways scrolling on ${page.url()}`).toBe(0);
}

/** Records the hosts that a page sends requests to from now on. */
export function watchHosts(page: Page): ReadonlySet<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http')) hosts.add(url.host);
  });
  return hosts;
}

/**
 * Returns what programs read of a page: its status, and its title, metadata and structured data. A browser
 * gets the skeletons of a late page first, and its head lacks them.
 */
export async function readAsProgram(page: Page, path: string) {
  const answer = await page.request.get(path);
  const { title, values, data } = await page.evaluate(
    (text) => {
      const { title, head } = new DOMParser().parseFromString(text, 'text/html');
      const named = Array.from(head.querySelectorAll('meta, link[rel=canonical]'), (element) => [
        ['property', 'name', 'rel'].map((name) => element.getAttribute(name)).find(Boolean),
        element.getAttribute('content') ?? element.getAttribute('href'),
      ]);
      const scripts = head.ownerDocument.querySelectorAll('script[type="application/ld+json"]');
      return {
        title,
        values: Object.fromEntries(named) as Record<string, string>,
        data: Array.from(scripts, ({ textContent }) => textContent),
      };
    },
    await answer.text(),
  );
  return { status: answer.status(), title, values, data: data.map((text) => JSON.parse(text)) };
}
