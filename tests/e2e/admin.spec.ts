import type { Page } from '@playwright/test';
import { mentor } from '#tests/support/site-under-test.ts';
import { expect, signOut, test, untilAlive } from './fixtures.ts';

async function signIn(page: Page, password = mentor.password) {
  await page.getByLabel('Email').fill(mentor.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test.use({ allowedConsole: /401/ });

test('the mentor signs in, reads a message and signs out', async ({ page, request }) => {
  const name = `Zanele ${crypto.randomUUID().slice(0, 8)}`;
  const sent = await request.post('/api/leads', {
    data: {
      id: crypto.randomUUID(),
      name,
      email: 'zanele@example.com',
      source: 'Contact Form Submission',
      message: 'A message for the mentor.',
    },
  });
  expect(sent.status()).toBe(201);

  await page.goto('/admin');
  await expect(page).toHaveURL('/login?next=/admin');
  await untilAlive(page);
  await signIn(page, 'not the password at all');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(mentor.email);
  await signIn(page);
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByText('Manage your website content')).toBeVisible();
  await page.getByLabel('Search leads').fill(name);
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText(
    'A message for the mentor.',
  );
  await page.goto('/about');
  const header = page.getByRole('navigation', { name: 'Main' });
  await header.getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL('/admin/today');
  await untilAlive(page);
  await signOut(page);
  await page.goto('/about');
  await expect(header.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Admin' })).toBeHidden();
  await page.goto('/admin');
  await expect(page).toHaveURL('/login?next=/admin');
});

test.describe('without script files', () => {
  test.use({ allowedConsole: /Failed to load resource|net::ERR_FAILED/ });

  test('the admin says what to do', async ({ page }) => {
    await page.route(/\.js(\?|$)/, (route) => route.abort('failed'));
    await page.goto('/login');
    await signIn(page);
    await expect(page.getByText('Its files didn’t load.')).toBeVisible();
    await expect(page.getByTestId('admin-skeleton').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'reload the page' })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signing in works too', async ({ page }) => {
    await page.goto('/login');
    await signIn(page);
    await expect(page).toHaveURL('/admin/today');
    await expect(page.getByText('The admin area needs JavaScript.')).toBeVisible();
    await expect(page.getByTestId('admin-skeleton').filter({ visible: true })).toHaveCount(0);
    await page.goto('/admin/account');
    await expect(page.getByText('This page needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});
