import { makeSignature } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManageLinks } from '#features/booking/server/index.ts';
import { createPayLinks } from '#features/orders/server/index.ts';
import { databaseAway, type OwnSite, runOwnSite } from '#tests/support/own-site.ts';
import { testSecret } from '#tests/support/secret.ts';

let site: OwnSite;

beforeAll(async () => {
  site = await runOwnSite({ DATABASE_URL: await databaseAway() });
});
afterAll(() => site.remove());

const readPage = async (path: string) => {
  const answer = await fetch(site.url + path);
  return { status: answer.status, html: await answer.text() };
};

it.each([
  ['/services', 'Our Premium Services'],
  ['/community', 'Learn in good company'],
  ['/education', 'Trade Like a Pro'],
  ['/education/5a3b1e00-0000-4000-8000-000000000001', 'Education'],
  ['/videos', 'Video Insights'],
  ['/freebies', 'Free Resources'],
])('%s shows a notice instead of its content, and answers 503', async (path, heading) => {
  const { status, html } = await readPage(path);
  expect(status).toBe(503);
  expect(html).toContain(heading);
  expect(html).toContain('can’t be shown right now');
  expect(html).not.toMatch(/ECONNREFUSED|node_modules|\.[jt]sx?:\d+:\d+/);
});

it.each(['/', '/about', '/mentorship', '/contact'])('%s needs no database', async (path) => {
  const { status, html } = await readPage(path);
  expect(status).toBe(200);
  expect(html).not.toContain('can’t be shown right now');
});

it.each(['/feed.xml', '/sitemap.xml'])('%s asks the visitor to try again', async (path) => {
  const answer = await fetch(site.url + path);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
});

/** The cookie of a session that only the database could verify. */
const signed = `somebody.${await makeSignature('somebody', testSecret)}`;
const cookie = { Cookie: `site.session_token=${encodeURIComponent(signed)}` };

const recordId = '00000000-0000-4000-8000-000000037265';
const orderPath = createPayLinks(testSecret).toPath(recordId);
const bookingPath = createManageLinks(testSecret).toPath(recordId);

it.each([`${orderPath}/papers/R-450.01.pdf`, `${bookingPath}/invitation.ics`])(
  '%s asks the visitor to try again',
  async (path) => {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
  },
);

it('says so after a form too', async () => {
  const body = new URLSearchParams({ intent: 'say-paid' });
  const answer = await fetch(site.url + orderPath, { method: 'POST', body });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('Back in a moment');
});

it.each([
  ['/admin', cookie],
  ['/admin/account', cookie],
  ['/login', cookie],
  ['/login/setup?token=x', {}],
  ['/login/new-password?token=x', {}],
  [orderPath, {}],
  [`${orderPath}?reference=R450.01&returned`, {}],
  [bookingPath, {}],
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
