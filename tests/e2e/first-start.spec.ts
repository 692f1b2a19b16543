import { databaseAway, visitOwnSite } from '#tests/support/own-site.ts';
import { until } from '#tests/support/site-process.ts';
import { expect, test, untilAlive } from './fixtures.ts';

test('the printed link creates the first account', async ({ page, checkAccessibility }) => {
  test.slow();
  await visitOwnSite(page, {}, async ({ output, url }) => {
    // No address is invited.
    await page.goto(`${url}/login/sign-up`);
    await expect(page.getByText('Sign-up is closed.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    const link = await until('the link', () => /http\S+\/login\/setup\?token=\S+/.exec(output()));
    await page.goto(link[0]);
    await untilAlive(page);
    await checkAccessibility();
    await page.getByLabel('Email').fill('first@example.com');
    await page.getByLabel('Password').fill('a first long password');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  });
});

test.describe('while the database is unavailable', () => {
  test.use({ allowedConsole: /503/ });

  test('the sign-in pages say so', async ({ page, checkAccessibility }) => {
    test.slow();
    await visitOwnSite(page, { DATABASE_URL: await databaseAway() }, async ({ url }) => {
      await page.goto(`${url}/login/setup?token=x`);
      await untilAlive(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back in a moment');
      await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
      await checkAccessibility();

      await page.goto(`${url}/login`);
      await untilAlive(page);
      await page.getByLabel('Email').fill('mentor@example.com');
      await page.getByLabel('Password').fill('a long walk before the open');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('unavailable right now');
      await expect(page.getByLabel('Email')).toHaveValue('mentor@example.com');
    });
  });
});
