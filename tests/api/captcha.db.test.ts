import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invalidBody } from '#platform/errors/errors.ts';
import { createContentSecurityPolicy } from '#platform/http/security-headers.ts';
import { captchaHosts } from '#rules/captcha.ts';
import { mentor, visitorWith } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { openingMorning, sessionBody } from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({
    connectionString: database.connectionString,
    admin: mentor,
    adminEmails: [mentor.email],
    now: () => openingMorning,
    verifyCaptcha: async (token) => {
      if (token !== 'solved') throw invalidBody([{ field: 'captchaToken', message: 'Robot?' }]);
    },
  });
  await api.startJobs();
  await api.accounts.prepareFirstAdmin();
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const code = '12345678';

it.each([
  ['signing in', (given) => api.accounts.signIn({ ...mentor, ...given }, visitorWith())],
  [
    'asking for a mail',
    (given) =>
      api.accounts.requestMail(
        { purpose: 'magic-link', email: mentor.email, ...given },
        visitorWith(),
      ),
  ],
  ['signing up', (given) => api.accounts.requestSignUp({ ...mentor, ...given }, visitorWith())],
] satisfies [string, (given: { captchaToken?: string }) => Promise<unknown>][])(
  'a captcha is required before %s',
  async (_, run) => {
    await expect(run({})).rejects.toMatchObject({ status: 422 });
    await expect(run({ captchaToken: 'guessed' })).rejects.toMatchObject({ status: 422 });
    await expect(run({ captchaToken: 'solved' })).resolves.not.toThrow();
  },
);

it('a captcha is required before entering a mailed code', async () => {
  const enter = (given: { captchaToken?: string }) =>
    api.accounts.signInByCode({ email: mentor.email, code, ...given }, visitorWith());
  await expect(enter({})).rejects.toMatchObject({ status: 422 });
  await expect(enter({ captchaToken: 'solved' })).rejects.toMatchObject({ status: 401 });
});

describe('before a public form', () => {
  it.each([
    ['/api/leads', contactBody],
    ['/api/bookings', () => sessionBody()],
    ['/contact.php', contactBody],
  ])('%s is refused without an answer', async (path, body) => {
    const refused = await api.post(path, body());
    expect(refused.status).toBe(422);
    expect(JSON.stringify(await refused.json())).toContain('Robot?');
    const guessed = await api.post(path, { ...body(), captchaToken: 'guessed' });
    expect(guessed.status).toBe(422);
    const solved = await api.post(path, { ...body(), captchaToken: 'solved' });
    expect(solved.ok).toBe(true);
  });

  it('one answer covers the insert and its notification', async () => {
    const body = contactBody();
    expect((await api.post('/api/leads', { ...body, captchaToken: 'solved' })).status).toBe(201);
    expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
    const other = await api.post('/contact.php', contactBody());
    expect(await other.json()).toMatchObject({ ok: false });
  });
});

const readPolicy = (options: { captchaHosts?: string[]; providerOrigin?: string }) =>
  createContentSecurityPolicy({ siteUrl: 'http://localhost', isDevelopment: false, ...options })();

it('allows the provider in the security policy only when a provider is set', () => {
  expect(readPolicy({})).not.toMatch(/https:/);
  const policy = readPolicy({
    captchaHosts: captchaHosts.turnstile.hosts,
    providerOrigin: 'https://id.example.com',
  });
  expect(policy).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com/);
  expect(policy).toMatch(/frame-src 'self' https:\/\/challenges\.cloudflare\.com/);
  expect(policy).toMatch(/form-action 'self' https:\/\/id\.example\.com/);
});
