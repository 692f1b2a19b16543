import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createAuth } from '#features/accounts/server/auth/create-auth.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import { mentor } from '#tests/support/accounts.ts';

const api = runAccountSite(() => ({}), { isShared: true });

const countUsers = async () =>
  (await api.query('select count(*)::int as users from "user"'))[0]?.users;

describe('Better Auth’s endpoints', () => {
  /** Every other endpoint of Better Auth stays closed. */
  const open = ['POST /sign-in/email', 'POST /sign-out', 'GET /get-session'];

  const auth = () =>
    createAuth({
      db: api.db,
      siteUrl: 'http://localhost:3000',
      log: pino({ level: 'silent' }),
      secret: randomBytes(32).toString('hex'),
    });

  it('Better Auth’s endpoints are not reachable, except our own of the same name', async () => {
    const endpoints = Object.values(auth().api).flatMap(({ path, options }) =>
      path === undefined ? [] : [options.method].flat().map((method) => `${method} ${path}`),
    );
    expect(endpoints.length).toBeGreaterThan(20);
    expect(endpoints).toEqual(expect.arrayContaining(open));
    const answered: string[] = [];
    for (const endpoint of new Set(endpoints)) {
      const [method = '', path = ''] = endpoint.split(' ');
      const response = await api.app.request(`/api/auth${path.replaceAll(/:\w+/g, 'x')}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify({ ...mentor, name: 'x' }) }),
      });
      if (response.status === 404 || response.status === 405) {
        expect(response.headers.get('content-type')).toBe('application/problem+json');
      } else answered.push(endpoint);
    }
    expect(answered.toSorted()).toEqual(open.toSorted());
  });

  it('Better Auth’s endpoints create no accounts', async () => {
    const before = await countUsers();
    const stranger = {
      email: 'stranger@timevsprice.test',
      password: 'a long enough one',
      name: 'S',
    };
    const { api: calls, handler, $context } = auth();
    await expect(calls.signUpEmail({ body: stranger })).rejects.toThrow(
      'Email and password sign up is not enabled',
    );
    const response = await handler(
      new Request('http://localhost:3000/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' },
        body: JSON.stringify(stranger),
      }),
    );
    expect(response.status).toBeGreaterThanOrEqual(400);
    const { internalAdapter } = await $context;
    await expect(
      internalAdapter.createUser(
        { email: stranger.email, name: 'S', emailVerified: true },
        { method: 'magic-link' },
      ),
    ).rejects.toThrow('Sign-up is closed.');
    expect((await api.post('/api/auth/sign-up/email', stranger)).status).toBe(404);
    expect(await countUsers()).toBe(before);
  });
});

it('accepts only forms up to the size limit on pages', async () => {
  const send = async (type: string, body: string) =>
    (await api.app.request('/login', { method: 'POST', headers: { 'Content-Type': type }, body }))
      .status;
  const form = 'application/x-www-form-urlencoded';
  expect(await send(`${form};charset=UTF-8`, 'email=a')).toBe(200);
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    expect(await send(type, '{}')).toBe(415);
  }
  expect(await send(form, `email=${'a'.repeat(300_000)}`)).toBe(413);
});
