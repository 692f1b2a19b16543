import {
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
  until,
} from '#tests/support/site-process.ts';
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
  // It starts a site of its own.
  test.slow();
  const directory = await createDirectory();
  // The page needs no database to be drawn.
  const site = await runSite({
    DATA_DIR: directory,
    DATABASE_URL: `postgres://site:x@127.0.0.1:${await findFreePort()}/site`,
    TURNSTILE_SITE_KEY: 'site-key',
    TURNSTILE_SECRET_KEY: 'secret-key',
  });
  try {
    await until('the site to answer', () =>
      fetch(`${site.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(`${site.url}/login`);
    await untilAlive(page);
    await expect(page.getByText('Puzzle of site-key')).toBeVisible();
    await expect(page.locator('input[name="captchaToken"]')).toHaveValue('solved');
  } finally {
    await site.end('SIGTERM');
    await removeDirectory(directory);
  }
});
