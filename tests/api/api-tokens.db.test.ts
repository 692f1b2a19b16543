import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { runAccountSite } from '#tests/support/account-site.ts';
import { beginSession, callWith } from '#tests/support/accounts.ts';
import { startApi } from '#tests/support/api.ts';
import { severDatabase } from '#tests/support/severable-database.ts';

const api = runAccountSite(() => ({}), { isShared: true });

async function getToken() {
  const { cookie } = await beginSession(api, 'aal1');
  const response = await callWith(api, cookie)('POST', '/api/auth/token');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.json()) as { token: string; expiresAt: string };
}

const callWithToken = (token: string) =>
  api.app.request('/api/account', { headers: { Authorization: `Bearer ${token}` } });

it('an API token is signed with a published key and lasts five minutes', async () => {
  const { token, expiresAt } = await getToken();
  const response = await api.app.request('/.well-known/jwks.json');
  const keys = await response.json();
  expect(JSON.stringify(keys)).not.toContain('"d"');
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: 'http://localhost:3000',
    audience: 'http://localhost:3000',
  });
  expect(protectedHeader.alg).toBe('EdDSA');
  expect(payload).toMatchObject({ aal: 'aal1', sub: expect.any(String), sid: expect.any(String) });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  expect(new Date(expiresAt).getTime()).toBe((payload.exp ?? 0) * 1000);
});

it('an API token works on other processes, but not on other sites', async () => {
  const { token } = await getToken();
  const { connectionString } = api;
  const twin = await startApi({ connectionString });
  const headers = { Authorization: `Bearer ${token}` };
  expect((await twin.app.request('/api/account', { headers })).status).toBe(200);
  await twin.stop();
  const other = await startApi({ connectionString, siteUrl: 'https://other.test' });
  expect((await other.app.request('/api/account', { headers })).status).toBe(401);
  await other.stop();
});

it('an API token is signed with a new key after the secret has changed', async () => {
  const { token } = await getToken();
  const { connectionString } = api;
  const changed = await startApi({
    connectionString,
    authSecret: 'another secret of 32 letters or more',
  });
  const { cookie } = await beginSession(changed, 'aal1');
  const call = callWith(changed, cookie);
  const { token: fresh } = await (await call('POST', '/api/auth/token')).json();
  const ask = (given: string) =>
    changed.app.request('/api/account', { headers: { Authorization: `Bearer ${given}` } });
  expect((await ask(fresh)).status).toBe(200);
  expect((await ask(token)).status).toBe(401);
  await changed.stop();
});

it('ends with its session', async () => {
  const { token } = await getToken();
  expect((await callWithToken(token)).status).toBe(200);
  await api.query('delete from session');
  expect((await callWithToken(token)).status).toBe(401);
});

it.each(['', 'x', 'a.b.c', 'null.null.', `${'a'.repeat(5_000)}.b.c`])(
  'refuses %j as an API token',
  async (token) => {
    expect((await callWithToken(token)).status).toBe(401);
  },
);

it('an API token is refused with another algorithm or without a signature', async () => {
  const { token } = await getToken();
  const [, payload] = token.split('.');
  for (const alg of ['none', 'HS256']) {
    const [head] = token.split('.');
    const { kid } = JSON.parse(Buffer.from(head ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ alg, kid })).toString('base64url');
    expect((await callWithToken(`${forged}.${payload}.`)).status).toBe(401);
    expect((await callWithToken(`${forged}.${payload}.AAAA`)).status).toBe(401);
  }
});

it('an API token is answered with 503 while the database is unavailable', async () => {
  const { token } = await getToken();
  const passage = await severDatabase(api.connectionString);
  const cut = await startApi({ connectionString: passage.connectionString });
  await passage.cut();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await cut.app.request('/api/account', { headers });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'database-unavailable' });
  await cut.stop();
  await passage.close();
});
