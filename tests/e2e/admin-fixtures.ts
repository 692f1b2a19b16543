import type { BrowserContext, Page } from '@playwright/test';
import { operator, siteUrl } from '#tests/support/site-under-test.ts';
import { test as base, expect, untilAlive } from './fixtures.ts';

interface AdminFixtures {
  /** Opens the form for a new record, such as `New event`; does nothing when it is open. */
  openForm: (title: string) => Promise<void>;
}

interface AdminWorkerFixtures {
  /** What a browser keeps in which the operator has signed in. */
  operatorState: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** Every test begins in a browser where the operator is signed in: once a worker. */
export const test = base.extend<AdminFixtures, AdminWorkerFixtures>({
  operatorState: [
    async ({ siteUnderTest: _, playwright }, use) => {
      const caller = await playwright.request.newContext({ baseURL: siteUrl });
      const answer = await caller.post('/api/auth/sign-in/email', { data: operator });
      expect(answer.ok()).toBe(true);
      await use(await caller.storageState());
      await caller.dispose();
    },
    { scope: 'worker' },
  ],

  storageState: async ({ operatorState }, use) => use(operatorState),

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
});

export { expect };

/** A name that no other test uses. */
export const unique = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** Answers the question before a deletion. */
export const confirmDeletion = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
