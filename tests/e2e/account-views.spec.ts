import { makeAccount } from '#tests/support/site-accounts.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/** Every view that a stranger can open, with its heading. */
const views = [
  ['/login', 'Admin Login'],
  ['/login/sign-up', 'Sign up'],
  ['/login/forgot-password', 'Forgot your password?'],
  ['/login/magic-link?sent', 'Sign in by mail'],
  ['/login/code', 'Sign in by code'],
  ['/login/verify-code?sent&email=a@example.com', 'Enter your code'],
] as const;

for (const theme of ['light', 'dark'] as const) {
  test(`the views of the account in ${theme}: nothing for axe, nothing too wide`, async ({
    page,
    checkAccessibility,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((value) => localStorage.setItem('vite-ui-theme', value), theme);
    const check = async (heading: string) => {
      await untilAlive(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await checkAccessibility();
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, `${heading}: no sideways scrolling`).toBe(0);
    };
    for (const [path, heading] of views) {
      await page.goto(path);
      await check(heading);
    }
    const { email, password } = await makeAccount();
    await page.goto('/login?next=/admin/account');
    await untilAlive(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/admin/account');
    await check('Your Account');
  });
}

test('the public pages load nothing of the accounts', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/about');
  await untilAlive(page);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const text = await (await page.request.get(script)).text();
    expect(text, script).not.toMatch(/sign-in\/email|get-session|challenges\.cloudflare\.com/);
  }
});
