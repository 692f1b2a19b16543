import { databaseAway, visitOwnSite } from '#tests/support/own-site.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/** The provider's script as it behaves when the visitor solves the puzzle immediately. */
const script = `
  window.turnstile = {
    render(element, { sitekey, callback }) {
      element.textContent = 'Puzzle of ' + sitekey;
      callback('solved');
      return 'widget';
    },
    reset() {},
  };`;

test.use({ allowedConsole: /50[0-9]/ });

test('a captcha is required before every form when its keys are set', async ({ page }) => {
  test.slow();
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const environment = {
    // The page renders without a database.
    DATABASE_URL: await databaseAway(),
    TURNSTILE_SITE_KEY: 'site-key',
    TURNSTILE_SECRET_KEY: 'secret-key',
  };
  await visitOwnSite(page, environment, async ({ url }) => {
    await page.goto(`${url}/login`);
    await untilAlive(page);
    await expect(page.getByText('Puzzle of site-key')).toBeVisible();
    await expect(page.locator('input[name="captchaToken"]')).toHaveValue('solved');

    await page.goto(`${url}/contact`);
    await untilAlive(page);
    await expect(page.getByText('Puzzle of site-key')).toBeVisible();
    await page.getByLabel('Full Name').fill('Ann Archer');
    await page.getByLabel('Email Address').fill('ann@example.com');
    await page.getByLabel('Message').fill('A message of a person, not of a robot.');
    const sending = page.waitForRequest(`${url}/api/leads`);
    await page.getByRole('button', { name: 'Send Message' }).click();
    expect((await sending).postDataJSON()).toMatchObject({ captchaToken: 'solved' });
    // Neither the provider nor the database is available here, and the message is kept.
    await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible();
  });
});
