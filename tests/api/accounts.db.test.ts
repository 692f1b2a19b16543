import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepAccounts } from '#features/accounts/server/queries/sweep-accounts.ts';
import { isDatabaseUnreachable } from '#platform/db/circuit.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import { callWith, mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { startApi } from '#tests/support/api.ts';
import { severDatabase } from '#tests/support/severable-database.ts';

const api = runAccountSite(() => ({}), { isShared: true });

beforeEach(() => api.query('delete from session'));

const signIn = (body: object = mentor, headers?: Record<string, string>) =>
  api.post('/api/auth/sign-in/email', body, headers);
const askWho = async (cookie: string) =>
  (await api.app.request('/api/auth/get-session', { headers: { Cookie: cookie } })).json();

/** Returns only the session cookie, as if the browser had never been here before. */
async function signedInCookie() {
  const response = await signIn();
  expect(response.status).toBe(200);
  return toCookie(response.headers.getSetCookie().slice(0, 1));
}

const signOut = (cookie: string, query: string, body?: unknown) =>
  callWith(api, cookie)('POST', `/api/auth/sign-out${query}`, body);

describe('signing in', () => {
  it('sets an HttpOnly cookie and does not return the token', async () => {
    const response = await signIn({ ...mentor, email: mentor.email.toUpperCase() });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ user: { email: mentor.email }, level: 'aal1' });
    const [session, hint, device, ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(session).toMatch(/^site\.session_token=[^;]{40,};.*; Path=\/; HttpOnly; SameSite=Lax$/);
    // This cookie only tells public pages to show a link to the admin.
    expect(hint).toBe('site.signed-in=1; Max-Age=2592000; Path=/; SameSite=Lax');
    expect(device).toMatch(
      /^site\.device-\w{12}=[^;]{80,}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('sets Secure cookies on HTTPS', async () => {
    const { connectionString } = api;
    const secure = await startApi({ connectionString, siteUrl: 'https://timevsprice.test' });
    await secure.startJobs();
    const { cookies } = await secure.accounts.signIn(mentor, visitorWith());
    expect(cookies[0]).toMatch(/^__Secure-site\.session_token=.*; Secure/);
    expect(cookies[2]).toMatch(/^__Host-site\.device-.*; Path=\/;.*; Secure/);
    await secure.stop();
  });

  it.each([
    { email: mentor.email, password: 'a wrong password' },
    { email: 'nobody@timevsprice.test', password: mentor.password },
    { email: mentor.email, password: 'x'.repeat(10_000) },
  ])(
    'gives the same answer to $email with a wrong password as to an unknown address',
    async (body) => {
      const response = await signIn(body);
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.json()).toMatchObject({
        code: 'wrong-credentials',
        detail: 'Invalid email or password',
      });
    },
  );

  it.each([{}, { email: 'nowhere', password: '' }, [], { email: { $ne: 1 }, password: {} }])(
    'signing in refuses %j',
    async (body) => {
      expect((await signIn(body)).status).toBe(422);
    },
  );

  it('signing in refuses cross-site requests', async () => {
    expect((await signIn(mentor, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  it('ignores forwarded headers without a trusted proxy', async () => {
    await signIn(mentor, { 'X-Forwarded-For': '6.6.6.6', 'X-Visitor-Address': '6.6.6.6' });
    const sessions = await api.query('select ip_address from session');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.ip_address).not.toBe('6.6.6.6');
  });
});

describe('a session', () => {
  it('expires, and is extended by use', async () => {
    const cookie = await signedInCookie();
    const setExpiry = (interval: string) =>
      api.query(`update session set expires_at = now() + '${interval}'`);

    await setExpiry('2 days');
    const session = await api.accounts.findSession(visitorWith(cookie));
    expect(session?.cookies[0]).toMatch(/^site\.session_token=/);
    const left = await api.query(
      `select expires_at > now() + interval '6 days' as is_longer from session`,
    );
    expect(left).toEqual([{ is_longer: true }]);

    await setExpiry('-1 second');
    expect(await askWho(cookie)).toBeNull();
    expect(await api.accounts.enterAdmin(visitorWith(cookie))).toBe('signed-out');
  });

  it('a session ends after 30 days at the latest, together with its API tokens', async () => {
    const cookie = await signedInCookie();
    const age = (days: number) =>
      api.query(
        `update session set created_at = now() - interval '${days} days', expires_at = now() + interval '6 days 1 hour'`,
      );
    const call = callWith(api, cookie);
    await age(29.9);
    const { expiresAt } = await askWho(cookie);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(0.2 * 24 * 3_600_000);
    const { token } = await (await call('POST', '/api/auth/token')).json();
    const asClient = async () =>
      (await api.app.request('/api/account', { headers: { Authorization: `Bearer ${token}` } }))
        .status;
    expect(await asClient()).toBe(200);

    await age(30.1);
    expect(await askWho(cookie)).toBeNull();
    expect(await asClient()).toBe(401);
    expect((await call('GET', '/api/account')).status).toBe(401);
    expect(await api.accounts.enterAdmin(visitorWith(cookie))).toBe('signed-out');
    // Use does not extend a session that has already ended.
    expect(await api.query('select from session')).toHaveLength(1);
    await sweepAccounts(api.db, new Date(0));
    expect(await api.query('select from session')).toEqual([]);
  });

  it('a session is refused if its cookie is forged', async () => {
    const cookie = await signedInCookie();
    const [name, value = ''] = cookie.split('=');
    const [token, signature] = decodeURIComponent(value).split('.');
    const other = randomBytes(32).toString('base64');
    const forged = [
      `${name}=${token}`,
      `${name}=${encodeURIComponent(`${token}.${other}`)}`,
      `${name}=${encodeURIComponent(`${'a'.repeat(32)}.${signature}`)}`,
      `${name}=`,
      `other=${value}`,
      'site.session_data=eyJzZXNzaW9uIjp7fX0',
    ];
    for (const attempt of forged) {
      expect(await askWho(attempt), attempt).toBeNull();
      expect(await api.accounts.enterAdmin(visitorWith(attempt)), attempt).toBe('signed-out');
    }
    expect(await askWho(cookie)).not.toBeNull();
  });

  it('a session is replaced when the same browser signs in again', async () => {
    const first = await signedInCookie();
    const response = await signIn(mentor, { Cookie: first });
    const second = toCookie(response.headers.getSetCookie().slice(0, 1));
    expect(second).not.toBe(first);
    expect(await askWho(first)).toBeNull();
    expect(await askWho(second)).not.toBeNull();
  });

  it('a session can be signed out on other devices or everywhere', async () => {
    const [here, elsewhere] = [await signedInCookie(), await signedInCookie()];
    const others = await signOut(here, '', { scope: 'others' });
    expect(others.headers.getSetCookie()).toEqual([]);
    expect(await askWho(here)).not.toBeNull();
    expect(await askWho(elsewhere)).toBeNull();
    const third = await signedInCookie();
    await signOut(third, '?scope=others');
    expect(await askWho(here)).toBeNull();
    const fourth = await signedInCookie();
    await signOut(third, '', { scope: 'global' });
    expect(await askWho(third)).toBeNull();
    expect(await askWho(fourth)).toBeNull();
  });

  it.each([
    ['', { scope: 'Global' }],
    ['', { scope: 'everywhere' }],
    ['', { scope: '' }],
    ['', { scope: null }],
    ['', { scope: ['global'] }],
    ['', { scopes: 'global' }],
    ['', 'global'],
    ['?scope=all', undefined],
    ['?scope=all', { scope: 'global' }],
    ['?scop=global', undefined],
  ])('a session is kept when the scope of a sign-out is unknown: %s %j', async (query, body) => {
    const [here, elsewhere] = [await signedInCookie(), await signedInCookie()];
    const refused = await signOut(here, query, body);
    expect(refused.status).toBe(422);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await askWho(here)).not.toBeNull();
    expect(await askWho(elsewhere)).not.toBeNull();
  });

  it('a session is kept when a sign-out is no JSON', async () => {
    const here = await signedInCookie();
    const send = (type: string, body: string) =>
      api.app.request('/api/auth/sign-out', {
        method: 'POST',
        headers: { Cookie: here, 'Content-Type': type },
        body,
      });
    expect((await send('application/x-www-form-urlencoded', 'scope=global')).status).toBe(415);
    expect((await send('application/json', '{"scope":')).status).toBe(400);
    expect(await askWho(here)).not.toBeNull();
  });

  it.each([undefined, {}, { scope: 'local' }, { scope: 'here' }])(
    'a session can be signed out on this device only: %j',
    async (body) => {
      const [here, elsewhere] = [await signedInCookie(), await signedInCookie()];
      const response = await signOut(here, '', body);
      expect(response.status).toBe(204);
      expect(response.headers.getSetCookie().join()).toMatch(
        /session_token=;.*Max-Age=0.*site\.signed-in=1; Max-Age=0;/,
      );
      expect(await askWho(here)).toBeNull();
      expect(await askWho(elsewhere)).not.toBeNull();
    },
  );

  it('a session survives a new password only in the browser that set it', async () => {
    const [here, elsewhere] = [await signedInCookie(), await signedInCookie()];
    const change = (currentPassword: string, newPassword: string) =>
      callWith(api, here)('PUT', '/api/account/password', { currentPassword, newPassword });
    const refused = await change('not this one', 'a wholly new password');
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ field: 'currentPassword' }] });
    expect(await askWho(elsewhere)).not.toBeNull();
    expect((await change(mentor.password, 'a wholly new password')).status).toBe(204);
    expect(await askWho(here)).not.toBeNull();
    expect(await askWho(elsewhere)).toBeNull();
    expect((await signIn()).status).toBe(401);
    expect((await change('a wholly new password', mentor.password)).status).toBe(204);
  });

  it('a session is listed with its device and can be ended from another device', async () => {
    const here = await signedInCookie();
    const elsewhere = await signedInCookie();
    const call = callWith(api, here);
    const { sessions } = await (await call('GET', '/api/account')).json();
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ isThis }: { isThis: boolean }) => !isThis);
    expect((await call('DELETE', `/api/account/sessions/${other.id}`)).status).toBe(204);
    expect((await call('DELETE', `/api/account/sessions/${other.id}`)).status).toBe(404);
    expect((await call('DELETE', '/api/account/sessions/no-id')).status).toBe(404);
    expect(await askWho(elsewhere)).toBeNull();
  });

  it('a session is recorded in the activity log', async () => {
    await api.query('delete from account_event');
    await signIn({ ...mentor, password: 'a wrong password' }, { 'User-Agent': 'Firefox/142' });
    const cookie = await signedInCookie();
    const { events } = await (await callWith(api, cookie)('GET', '/api/account')).json();
    expect(events).toMatchObject([
      { what: 'Signed in', detail: 'With the password', email: mentor.email },
      {
        what: 'Sign-in refused',
        detail: 'Wrong email or password',
        email: mentor.email,
        device: 'Firefox',
        ipAddress: expect.any(String),
        at: expect.stringMatching(/SAST$/),
      },
    ]);
  });
});

describe('when the database is unavailable', () => {
  it('refuses everyone with 503', async () => {
    const passage = await severDatabase(api.connectionString);
    const cut = await startApi({ connectionString: passage.connectionString });
    await cut.startJobs();
    const { cookies } = await cut.accounts.signIn(mentor, visitorWith());
    const visitor = visitorWith(toCookie(cookies));
    await passage.cut();
    const signIn = cut.accounts.signIn(mentor, visitorWith());
    await expect(signIn).rejects.toSatisfy(isDatabaseUnreachable);
    await expect(cut.accounts.enterAdmin(visitor)).rejects.toSatisfy(isDatabaseUnreachable);
    await expect(cut.accounts.isSetUpToken('x')).rejects.toSatisfy(isDatabaseUnreachable);
    expect((await cut.post('/api/auth/sign-in/email', mentor)).status).toBe(503);

    await passage.restore();
    const comeBack = () => cut.accounts.findSession(visitor).catch(() => undefined);
    await expect.poll(comeBack).toMatchObject({ email: mentor.email });
    await cut.stop();
    await passage.close();
  });
});
