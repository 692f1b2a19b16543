import { makeAccount, signInAs } from '#tests/support/site-accounts.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoExcess,
  test,
  untilAlive,
} from './fixtures.ts';

/** Every view that a stranger can open, with its heading. */
const views = [
  ['/login', 'Admin Login'],
  ['/login/sign-up', 'Sign up'],
  ['/login/forgot-password', 'Forgot your password?'],
  ['/login/magic-link?sent', 'Sign in by email'],
  ['/login/code', 'Sign in with a code'],
  ['/login/verify-code?sent&email=a@example.com', 'Enter your code'],
] as const;

test('account pages are accessible and fit the screen', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  const check = async (heading: string) => {
    await untilAlive(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectNoExcess(page);
    if (!isMobile) await expectAccessibleInBothThemes(page);
  };
  for (const [path, heading] of views) {
    await page.goto(path);
    await check(heading);
  }
  await signInAs(page, await makeAccount());
  await page.goto('/admin/account');
  await check('Your Account');
});

test('public pages load no account scripts', async ({ page }) => {
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
