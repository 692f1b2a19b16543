import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';
import {
  endSessions,
  makeAccount,
  readLink,
  signInAs,
  waitForMail,
} from '#tests/support/site-accounts.ts';
import { namedAddress } from '#tests/support/site-under-test.ts';
import { expect, signOut, test, untilAlive } from './fixtures.ts';

interface Credentials {
  email: string;
  password: string;
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await untilAlive(page);
}

async function signIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Follows a link and waits for its page. */
async function follow(page: Page, link: string, path: string) {
  await page.getByRole('link', { name: link }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeHidden();
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admin Dashboard' });

test('an invited address signs up', async ({ page }) => {
  const password = 'biltong before the bell';
  await open(page, '/login');
  await follow(page, 'Sign up', '/login/sign-up');
  await page.getByLabel('Email').fill(namedAddress);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign Up');
  await expect(page.getByRole('status')).toHaveText('Check your email for the confirmation link');
  const link = readLink(await waitForMail(namedAddress, /Confirm your account/));
  await open(page, link);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Create Account');
  await expect(dashboard(page)).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ allowedConsole: /ERR_FAILED/ });

  test('a failed sign-in keeps the typed text', async ({ page }) => {
    await open(page, '/login');
    await page.route('**/login.data*', (route) => route.abort());
    await signIn(page, { email: 'mentor@example.com', password: 'a long password' });
    await expect(page.getByRole('alert')).toContainText('Check your connection');
    await expect(page.getByLabel('Email')).toHaveValue('mentor@example.com');
    await expect(page.getByLabel('Password')).toHaveValue('a long password');
  });
});

test('a forgotten password is replaced by a link', async ({ page }) => {
  const account = await makeAccount();
  await open(page, '/login');
  await follow(page, 'Forgot your password?', '/login/forgot-password');
  await page.getByLabel('Email').fill(account.email);
  await press(page, 'Send Reset Link');
  await expect(page.getByRole('status')).toHaveText('Check your email for the password reset link');
  await open(page, readLink(await waitForMail(account.email, /Choose a new password/)));
  await page.getByLabel('Password').fill('rooibos at the open');
  await press(page, 'Save Password');
  await expect(dashboard(page)).toBeVisible();
  await signOut(page);
  await open(page, '/login?next=/admin/account');
  await signIn(page, { ...account, password: 'rooibos at the open' });
  await expect(page).toHaveURL('/admin/account');
});

test('a magic link signs in when its button is pressed, even after a mail scanner opened it', async ({
  page,
  request,
}) => {
  const { email } = await makeAccount();
  await open(page, '/login');
  await follow(page, 'Send a magic link', '/login/magic-link');
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send Magic Link');
  await expect(page.getByRole('status')).toHaveText('Check your email for the magic link');
  const link = readLink(await waitForMail(email, /sign-in link/));
  expect((await request.get(link)).status()).toBe(200);
  await open(page, link);
  await press(page, 'Sign In');
  await expect(dashboard(page)).toBeVisible();
});

test('a one-time code signs in', async ({ page }) => {
  const { email } = await makeAccount();
  await open(page, '/login');
  await follow(page, 'Send a one-time code', '/login/code');
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send Code');
  await expect(page.getByRole('status')).toHaveText('Check your email for the one-time code');
  const code = /Code: (\d{4} \d{4})/.exec(await waitForMail(email, /one-time code/))?.[1] ?? '';
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Code').fill(code);
  await press(page, 'Verify Code');
  await expect(dashboard(page)).toBeVisible();
});

const recoveryCodes = (page: Page) => page.getByRole('region', { name: 'Your recovery codes' });

const passkeyButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey', exact: true });

test.describe('two-step sign-in', () => {
  // Chromium logs a refused code.
  test.use({ allowedConsole: /401/ });

  test('uses an authenticator app and recovery codes', async ({ page, checkAccessibility }) => {
    const account = await makeAccount();
    await signInAs(page, account);
    await open(page, '/admin/account');
    await press(page, 'Add Authenticator App');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await press(page, 'Continue');
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
    await page.getByLabel('Code', { exact: true }).fill(showCode(secret));
    await press(page, 'Verify Code');
    const kept = recoveryCodes(page);
    await expect(kept.getByRole('listitem')).toHaveCount(10);
    const recoveryCode = await kept.getByRole('listitem').first().innerText();
    await checkAccessibility();
    const saving = page.waitForEvent('download');
    await kept.getByRole('link', { name: 'Download' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    expect(await readFile(await file.path(), 'utf8')).toContain(`\n${recoveryCode}\n`);
    await press(page, 'I’ve saved them');
    await expect(kept).toBeHidden();

    await signOut(page);
    await open(page, '/login');
    await signIn(page, account);
    await expect(page).toHaveURL('/login/challenge?next=/admin/today');
    const wrong = showCode(secret) === '000000' ? '111111' : '000000';
    await expect(passkeyButton(page)).toBeHidden();
    await page.getByLabel('Code').fill(wrong);
    await press(page, 'Verify');
    await expect(page.getByRole('alert')).toHaveText('This code is wrong or has expired.');
    await page.getByLabel('Code').fill(showNextCode(secret));
    await press(page, 'Verify');
    await expect(dashboard(page)).toBeVisible();

    await signOut(page);
    await open(page, '/login?next=/admin/account');
    await signIn(page, account);
    await page.getByLabel('Code').fill(recoveryCode);
    await press(page, 'Verify');
    await expect(page.getByText('9 of 10 left')).toBeVisible();
    await press(page, 'Remove authenticator app');
    const prompt = page.getByRole('dialog', { name: 'Remove Authenticator app?' });
    await prompt.getByLabel('Password').fill(account.password);
    await prompt.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  });

  test('two-step sign-in uses passkeys', async ({ page, checkAccessibility }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const account = await makeAccount();
    await open(page, '/login');
    await expect(passkeyButton(page)).toBeHidden();
    await signInAs(page, account);
    await open(page, '/admin/account');
    await press(page, 'Add Passkey');
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await press(page, 'Continue');
    await expect(recoveryCodes(page)).toBeVisible();
    await press(page, 'I’ve saved them');
    await expect(page.getByText('My phone', { exact: true })).toBeVisible();
    await checkAccessibility();

    // As the only step.
    await signOut(page);
    await open(page, '/login?next=/admin/account');
    await press(page, 'Sign in with a passkey');
    await expect(page).toHaveURL('/admin/account');

    // As the second step.
    await signOut(page);
    await open(page, '/login');
    await signIn(page, account);
    await expect(page).toHaveURL('/login/challenge?next=/admin/today');
    await expect(page.getByText('Use your passkey, or enter a recovery code.')).toBeVisible();
    await expect(page.getByLabel('Recovery code')).toBeVisible();
    await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, 'Sign in with a passkey');
    await expect(page.getByRole('alert')).toContainText('No passkey was used.');
    await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press(page, 'Sign in with a passkey');
    await expect(dashboard(page)).toBeVisible();

    await open(page, '/admin/account');
    await press(page, 'Remove My phone');
    const prompt = page.getByRole('dialog', { name: 'Remove My phone?' });
    await prompt.getByLabel('Password').fill(account.password);
    await prompt.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  });
});

test('a device can be signed out from another one, and the activity log shows it', async ({
  page,
  browser,
}) => {
  const account = await makeAccount();
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAs(elsewhere, account);
  await open(elsewhere, '/admin/today');
  await signInAs(page, account);
  await open(page, '/admin/account');
  await page.getByRole('button', { name: /^Sign Out Chrome/ }).click();
  await expect(page.getByText(/^Chrome .* signed out$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign Out Chrome/ })).toHaveCount(0);
  const log = page.getByRole('region', { name: 'Activity log' });
  const row = log.getByRole('listitem').filter({ hasText: account.email });
  await expect(row.first()).toContainText('Device signed out');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login?next=/admin/today');
  await elsewhere.context().close();
});

test.describe('a session that has ended', () => {
  test.use({ allowedConsole: /401/ });

  test('a session that has ended is renewed in place without losing typed text', async ({
    page,
  }) => {
    const account = await makeAccount();
    await signInAs(page, account);
    await open(page, '/admin/account');
    await page.getByLabel('Current password').fill(account.password);
    await page.getByLabel('New password').fill('vetkoek after the bell');
    await endSessions(account.email);
    // The dialog may already be open: other requests of the page notice the end too.
    await page
      .getByLabel('New password')
      .evaluate((it: HTMLInputElement) => it.form?.requestSubmit());
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog.getByLabel('Email')).toHaveValue(account.email);
    await dialog.getByLabel('Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password');
    await dialog.getByLabel('Password').fill(account.password);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Password changed.')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  test('a session that has ended is noticed when the page is shown again, but not while it is hidden', async ({
    page,
  }) => {
    const account = await makeAccount();
    await page.clock.install();
    await signInAs(page, account);
    const looked = page.waitForResponse(/get-session/);
    await open(page, '/admin/account');
    await looked;
    await untilAlive(page);
    const show = (state: DocumentVisibilityState) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', {
          value: visibility,
          configurable: true,
        });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);

    await show('hidden');
    let looks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/get-session')) looks += 1;
    });
    await page.clock.fastForward('01:00:00');
    expect(looks).toBe(0);
    await endSessions(account.email);
    await show('visible');
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    expect(looks).toBeGreaterThan(0);
  });
});
