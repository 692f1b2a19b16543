import { OAuth2Server } from 'oauth2-mock-server';
import { visitOwnSite } from '#tests/support/own-site.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const mentor = { email: 'mentor@example.com', password: 'a long walk before the open' };

// A wrong password is refused, and signing out aborts running requests.
test.use({ allowedConsole: /status of (?:401|422)/ });

test('an account is linked, signs in, and is unlinked', async ({ page }) => {
  test.slow();
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', ({ payload }) =>
    Object.assign(payload, { sub: 'person-1', email: 'me@provider.test', email_verified: true }),
  );
  const environment = {
    ADMIN_EMAIL: mentor.email,
    ADMIN_PASSWORD: mentor.password,
    OIDC_ISSUER: provider.issuer.url ?? '',
    OIDC_CLIENT_ID: 'site',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Example ID',
  };
  await visitOwnSite(page, environment, async (site) => {
    await site.untilReady();
    // The provider redirects the browser to the site's own name for itself.
    const url = site.url.replace('127.0.0.1', 'localhost');
    await page.goto(`${url}/login?next=/admin/account`);
    await untilAlive(page);
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await expect(page.getByRole('alert')).toContainText('That account has no access here.');

    await page.goto(`${url}/login?next=/admin/account`);
    await untilAlive(page);
    await page.getByLabel('Email').fill(mentor.email);
    await page.getByLabel('Password').fill(mentor.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('button', { name: 'Link Example ID' }).click();
    const prompt = page.getByRole('dialog', { name: 'Link Example ID?' });
    await prompt.getByLabel('Password').fill('not this one');
    await prompt.getByRole('button', { name: 'Continue to Example ID' }).click();
    await expect(prompt).toContainText('Wrong password.');
    await prompt.getByLabel('Password').fill(mentor.password);
    await prompt.getByRole('button', { name: 'Continue to Example ID' }).click();
    await expect(page.getByRole('button', { name: 'Unlink' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out Everywhere', exact: true }).click();
    await expect(page).toHaveURL(`${url}/`);

    await page.goto(`${url}/login?next=/admin/account`);
    await untilAlive(page);
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await expect(page).toHaveURL(`${url}/admin/account`);
    await untilAlive(page);
    await page.getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByRole('button', { name: 'Unlink' })).toHaveCount(0);
  });
  await provider.stop();
});
