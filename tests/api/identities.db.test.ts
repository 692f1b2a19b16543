import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runAccountSite } from '#tests/support/account-site.ts';
import { callWith, mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { startApi } from '#tests/support/api.ts';

/** A real OpenID Connect provider on this machine. */
const provider = new OAuth2Server();

/** The person who is signed in at the provider, with additional claims for the ID token. */
let person: Record<string, unknown> = {
  sub: 'person-1',
  email: 'someone@provider.test',
  email_verified: true,
};

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, person));
});
afterAll(() => provider.stop());

beforeEach(() => {
  person = { sub: 'person-1', email: 'someone@provider.test', email_verified: true };
});
afterEach(() => {
  for (const event of ['beforeResponse', 'beforeAuthorizeRedirect', 'beforeUserinfo'] as const)
    provider.service.removeAllListeners(event);
});

const api = runAccountSite(() => ({
  oidc: {
    issuer: provider.issuer.url ?? '',
    clientId: 'site',
    clientSecret: 'a secret of the provider',
    name: 'Example ID',
  },
}));

/** Goes to the provider and back, as a browser does. Returns the redirect location. */
async function visit(url: string, cookie: string) {
  const atProvider = await fetch(url, { redirect: 'manual' });
  const back = new URL(atProvider.headers.get('location') ?? '');
  const response = await api.app.request(`${back.pathname}${back.search}`, {
    headers: { Cookie: cookie },
  });
  return {
    to: response.headers.get('location'),
    cookie: toCookie(
      response.headers.getSetCookie().filter((line) => /session_token=[^;]/.test(line)),
    ),
  };
}

async function signInAtProvider(next = '/admin') {
  const { url, cookies } = await api.accounts.beginProviderSignIn(next, visitorWith());
  return visit(url, toCookie(cookies));
}

/** Links the provider's account with the mentor's. Returns the mentor's cookie. */
async function link() {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  const session = toCookie(cookies);
  const { password } = mentor;
  const started = await callWith(api, session)('POST', '/api/account/identities', { password });
  expect(started.status).toBe(201);
  const { url } = await started.json();
  const state = toCookie(started.headers.getSetCookie());
  const { to } = await visit(url, `${session}; ${state}`);
  expect(to).toBe('/admin/account');
  return session;
}

const countAccounts = async () => (await api.query('select count(*)::int as n from "user"'))[0]?.n;

it.each(['someone@provider.test', mentor.email])(
  'refuses an unlinked identity with the address %s, and creates no account',
  async (email) => {
    person.email = email;
    expect(await signInAtProvider()).toEqual({ to: '/login?provider-failed', cookie: '' });
    expect(await countAccounts()).toBe(1);
  },
);

it('signs in with a linked identity and returns to the page', async () => {
  await link();
  const { to, cookie } = await signInAtProvider('/admin/account');
  expect(to).toBe('/admin/account');
  const session = await api.accounts.findSession(visitorWith(cookie));
  expect(session).toMatchObject({ email: mentor.email, level: 'aal1' });
});

/** Omits the ID token, so that only userinfo names the person. */
const withoutIdToken = () =>
  provider.service.on('beforeResponse', ({ body }) => {
    if (body) delete body.id_token;
  });
const otherUserinfo = () => {
  // If the token has no email, Better Auth asks userinfo.
  person = { sub: 'person-1' };
  provider.service.on('beforeUserinfo', ({ body }) => {
    Object.assign(body, { sub: 'person-2', email: mentor.email });
  });
};

it.each<[why: string, prepare: () => void]>([
  ['there is no ID token', withoutIdToken],
  ['userinfo is about someone else', otherUserinfo],
  ['the token was issued to another client', () => (person.azp = 'other')],
])('refuses the sign-in when %s', async (_, prepare) => {
  await link();
  prepare();
  expect(await signInAtProvider()).toEqual({ to: '/login?provider-failed', cookie: '' });
});

it('requires the password for linking', async () => {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  const call = callWith(api, toCookie(cookies));
  for (const body of [undefined, {}, { password: 'not this one' }]) {
    const refused = await call('POST', '/api/account/identities', body);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await refused.json()).not.toHaveProperty('url');
  }
});

it('stores no tokens of the provider', async () => {
  await link();
  const rows = await api.query(
    `select access_token, refresh_token, id_token from account where provider_id = 'oidc'`,
  );
  expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
});

it('refuses an identity after unlinking', async () => {
  const session = await link();
  const call = callWith(api, session);
  const { provider: linked } = await (await call('GET', '/api/account')).json();
  expect(linked.name).toBe('Example ID');
  const [identity] = linked.identities;
  expect((await call('DELETE', `/api/account/identities/${identity.id}`)).status).toBe(204);
  expect((await call('DELETE', `/api/account/identities/${identity.id}`)).status).toBe(404);
  expect(await signInAtProvider()).toEqual({ to: '/login?provider-failed', cookie: '' });
});

it('the only way to sign in cannot be unlinked', async () => {
  const session = await link();
  await api.query(`delete from account where provider_id = 'credential'`);
  const call = callWith(api, session);
  const { provider: linked } = await (await call('GET', '/api/account')).json();
  const [identity] = linked.identities;
  const refused = await call('DELETE', `/api/account/identities/${identity.id}`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: 'last-way-in' });
});

it('refuses a response for another browser', async () => {
  await link();
  const { url } = await api.accounts.beginProviderSignIn('/admin', visitorWith());
  expect(await visit(url, '')).toEqual({ to: '/login?provider-failed', cookie: '' });
});

it('shows on the account page that linking failed', async () => {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  const session = toCookie(cookies);
  const { url } = await api.accounts.beginProviderSignIn('/admin', visitorWith());
  expect(await visit(url, session)).toEqual({ to: '/admin/account?link-failed', cookie: '' });
  expect(await api.accounts.findSession(visitorWith(session))).toBeDefined();
});

it('leaves one session per browser, and is recorded', async () => {
  const earlier = await link();
  const { url, cookies } = await api.accounts.beginProviderSignIn('/admin', visitorWith());
  const { cookie } = await visit(url, `${earlier}; ${toCookie(cookies)}`);
  expect(await api.accounts.findSession(visitorWith(earlier))).toBeUndefined();
  const session = await api.accounts.findSession(visitorWith(cookie));
  if (!session) throw new Error('No one is signed in');
  const { provider: linked } = await (await callWith(api, cookie)('GET', '/api/account')).json();
  await api.accounts.unlinkIdentity(session, linked.identities[0].id);
  const lines = await api.query('select kind, detail from account_event order by at');
  expect(lines).toEqual([
    { kind: 'signed-in', detail: 'With the password' },
    { kind: 'identity-linked', detail: null },
    { kind: 'signed-in', detail: 'With a linked account' },
    { kind: 'identity-unlinked', detail: null },
  ]);
});

it('signing in by a provider is unavailable without a provider', async () => {
  const other = await startApi({ connectionString: api.connectionString });
  await other.startJobs();
  const noProvider = { status: 404, code: 'no-such-provider' };
  const begun = other.accounts.beginProviderSignIn('/admin', visitorWith());
  await expect(begun).rejects.toMatchObject(noProvider);
  const back = other.accounts.finishProviderVisit({}, visitorWith());
  await expect(back).rejects.toMatchObject(noProvider);
  const { cookies } = await other.accounts.signIn(mentor, visitorWith());
  const call = callWith(other, toCookie(cookies));
  expect(await (await call('GET', '/api/account')).json()).toMatchObject({ provider: null });
  await other.stop();
});

it('redirects only to paths on this site', async () => {
  await link();
  const { to } = await signInAtProvider('//evil.example/');
  expect(to).toBe('/admin/today');
});

it('an unavailable provider does not affect passwords', async () => {
  const { connectionString } = api;
  const oidc = { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y', name: 'Away' };
  const other = await startApi({ connectionString, oidc });
  await other.startJobs();
  await expect(other.accounts.beginProviderSignIn('/admin', visitorWith())).rejects.toMatchObject({
    status: 503,
    code: 'provider-unavailable',
  });
  await expect(other.accounts.signIn(mentor, visitorWith())).resolves.toBeDefined();
  await other.stop();
});
