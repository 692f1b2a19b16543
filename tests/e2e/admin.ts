import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { settingsSections } from '#features/settings/rules/sections.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { test as base, expect, untilAlive } from './fixtures.ts';

interface AdminFixtures {
  /** Opens the form for a new record, such as `New event`. Does nothing if it is already open. */
  openForm: (title: string) => Promise<void>;
  /** Resets the settings after a test that changes them. */
  settingsReset: undefined;
  /** Opens a section of the settings and one of its groups of fields. */
  openSection: (section: string, group?: string, page?: Page) => Promise<void>;
  /** Changes a section of the settings without its form. */
  changeSection: (section: string, change: Record<string, unknown>) => Promise<void>;
  /** Opens a page as a new visitor. */
  visit: (path: string) => Promise<Page>;
}

/** Every test starts signed in as the mentor, who signs in once per worker. */
export const test = base.extend<AdminFixtures>({
  storageState: async ({ mentorState }, use) => use(mentorState),

  openForm: async ({ page }, use) => {
    await use(async (title) => {
      const form = page.getByRole('region', { name: title });
      const opener = page.getByRole('link', { name: title.replace('New', 'Add'), exact: true });
      await untilAlive(page);
      await expect(form.or(opener)).toBeVisible();
      if (await opener.isVisible()) await opener.click();
      await expect(form).toBeVisible();
    });
  },

  settingsReset: async ({ page }, use) => {
    await use(undefined);
    for (const section of settingsSections) await putSection(page.request, section, () => null);
  },

  openSection: async ({ page: first, settingsReset: _ }, use) => {
    await use(async (section, group, page = first) => {
      await page.goto(`/admin/settings/${section}`);
      await untilAlive(page);
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
      if (group !== undefined) await unfold(page, group);
    });
  },

  changeSection: async ({ page, settingsReset: _ }, use) => {
    await use((section, change) =>
      putSection(page.request, section, (value) => ({ ...value, ...change })),
    );
  },

  visit: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
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

/** Saves the section that `change` returns; `null` resets it to its default. */
async function putSection(
  request: APIRequestContext,
  section: string,
  change: (value: Record<string, unknown>) => Record<string, unknown> | null,
): Promise<void> {
  const path = `/api/settings/${section}`;
  const { version, value, is_default } = await (await request.get(path)).json();
  const data = { version, value: change(value) };
  if (is_default && data.value === null) return;
  const answer = await request.put(path, { data, headers: { Origin: siteUrl } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Opens the group with this title. */
export const unfold = (place: Pick<Page, 'locator'>, title: string): Promise<void> =>
  place.locator('summary').filter({ hasText: title }).first().click();

/** A name that no other test uses. */
export const unique = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** Finds the card of a record. */
export const cardOf = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text });

/** Confirms a deletion. */
export const confirmDeletion = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();

/** Deletes the record of a card. */
export async function deleteCard(page: Page, text: string): Promise<void> {
  await cardOf(page, text)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await confirmDeletion(page);
}

/** Signs in again in the dialog that opens when the session ends. */
export async function signInAgain(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();
}
