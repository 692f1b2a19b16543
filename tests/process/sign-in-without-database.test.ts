import { makeSignature } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseAway, type OwnSite, runOwnSite } from '#tests/support/own-site.ts';
import { testSecret } from '#tests/support/secret.ts';

let site: OwnSite;

beforeAll(async () => {
  site = await runOwnSite({ DATABASE_URL: await databaseAway() });
});
afterAll(() => site.remove());

/** Of a session that only the database knows. */
const signed = `somebody.${await makeSignature('somebody', testSecret)}`;
const cookie = { Cookie: `site.session_token=${encodeURIComponent(signed)}` };

it.each([
  ['/admin', cookie],
  ['/admin/account', cookie],
  ['/login', cookie],
  ['/login/setup?token=x', {}],
  ['/login/new-password?token=x', {}],
])('%s says that the site is unavailable', async (path, headers) => {
  const response = await fetch(`${site.url}${path}`, { headers, redirect: 'manual' });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain('Back in a moment');
  expect(page).toContain('The site is unavailable right now.');
  expect(page).not.toContain('Unexpected Application Error');
});

it('asks visitors without a session to sign in', async () => {
  const missed = await fetch(`${site.url}/login/setup?token=x`);
  expect(missed.status).toBe(503);
  const admin = await fetch(`${site.url}/admin`, { redirect: 'manual' });
  expect(admin.headers.get('location')).toBe('/login?next=/admin');
  expect((await fetch(`${site.url}/login`)).status).toBe(200);
});

it('shows the error on the sign-in form, and keeps the email', async () => {
  const response = await fetch(`${site.url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'mentor@example.com', password: 'a secret of mine' }),
  });
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(page).toContain('The site is unavailable right now.');
  expect(page).toContain('mentor@example.com');
  expect(page).not.toContain('a secret of mine');
});
