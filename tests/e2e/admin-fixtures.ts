import type { Page } from '@playwright/test';
import { operator } from '#tests/support/site-under-test.ts';
import { test as base, expect, untilAlive } from './fixtures.ts';

interface AdminFixtures {
  /** Opens a form that phones fold up; does nothing where it stands open. */
  openForm: (title: string) => Promise<void>;
}

export const test = base.extend<AdminFixtures>({
  openForm: async ({ page }, use) => {
    await use(async (title) => {
      const form = page.getByRole('region', { name: title });
      await expect(form).toBeVisible();
      await untilAlive(page);
      const opener = form.getByRole('button', { name: title, expanded: false });
      if (await opener.isVisible()) await opener.click();
    });
  },
});

export { expect };

/** Begins a session of the operator in this page's browser, without the form. */
export async function signInAsOperator(page: Page): Promise<void> {
  const response = await page.request.post('/api/auth/sign-in/email', { data: operator });
  expect(response.ok()).toBe(true);
}

/** A name that no other test uses. */
export const unique = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** Answers the question before a deletion. */
export const confirmDeletion = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
