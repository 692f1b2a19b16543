import { databaseAway, visitOwnSite } from '#tests/support/own-site.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/** What the provider's script does as soon as somebody has solved its puzzle. */
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

test('a captcha stands before every form when its keys are set', async ({ page }) => {
  test.slow();
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const environment = {
    // The page needs no database to be drawn.
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
    // Neither the provider nor the database can be asked here; the words are kept all the same.
    await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible({
      timeout: 30_000,
    });
  });
});
