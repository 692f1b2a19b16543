import type { APIRequestContext, Page } from '@playwright/test';
import { settingsSections } from '#domain/settings/sections.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { test as base, expect } from './admin-fixtures.ts';
import { untilAlive } from './fixtures.ts';

interface SettingsFixtures {
  /** Whether the window is wide enough for the preview next to the form, which takes time to load. */
  isBesidePage: boolean;
  /** Opens a section of the settings and a group of its fields. */
  openSection: (section: string, group?: string, page?: Page) => Promise<void>;
  /** Saves the open section and waits for the confirmation. */
  save: (page?: Page) => Promise<void>;
  /** Opens a page as a new visitor. */
  visit: (path: string) => Promise<Page>;
}

/** Resets the settings after every test. */
export const test = base.extend<SettingsFixtures & { settingsReset: undefined }>({
  isBesidePage: [true, { option: true }],

  viewport: async ({ viewport, isBesidePage }, use) =>
    use(
      viewport && !isBesidePage ? { ...viewport, width: Math.min(viewport.width, 1000) } : viewport,
    ),

  settingsReset: [
    async ({ page }, use) => {
      await use(undefined);
      await resetSettings(page.request);
    },
    { auto: true },
  ],

  openSection: async ({ page: first }, use) => {
    await use(async (section, group, page = first) => {
      await page.goto(`/admin/settings/${section}`);
      await untilAlive(page);
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
      if (group !== undefined) await unfold(page, group);
    });
  },

  save: async ({ page: first }, use) => {
    await use(async (page = first) => {
      // The confirmation of an earlier save may still be shown.
      const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await answer).status()).toBe(200);
      await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    });
  },

  visit: async ({ browser }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (path) => {
      const context = await browser.newContext({ baseURL: siteUrl, reducedMotion: 'reduce' });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(path);
      await untilAlive(page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };

/** Opens the group with a title. */
export const unfold = (place: Pick<Page, 'locator'>, title: string): Promise<void> =>
  place.locator('summary').filter({ hasText: title }).first().click();

/** Reloads a page until it shows what was saved, which takes up to a second. */
export const expectSoon = (page: Page, look: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.reload();
    await look();
  }).toPass();

/** Resets every section to its default. */
async function resetSettings(request: APIRequestContext): Promise<void> {
  for (const section of settingsSections) {
    const path = `/api/settings/${section}`;
    const { version, is_default } = await (await request.get(path)).json();
    if (is_default) continue;
    const answer = await request.put(path, {
      data: { version, value: null },
      headers: { Origin: siteUrl },
    });
    expect(answer.status()).toBe(200);
  }
}

/** Changes a section without its form. */
export async function changeSection(
  { request }: Page,
  section: string,
  change: Record<string, unknown>,
): Promise<void> {
  const path = `/api/settings/${section}`;
  const { version, value } = await (await request.get(path)).json();
  const answer = await request.put(path, {
    data: { version, value: { ...value, ...change } },
    headers: { Origin: siteUrl },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
