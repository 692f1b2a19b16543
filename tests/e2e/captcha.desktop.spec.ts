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

test('a captcha stands before the sign-in when its keys are set', async ({ page }) => {
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
  });
});
