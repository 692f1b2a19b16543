import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { beginSession, enrolAuthenticator } from '#tests/support/accounts.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';
import { browserRoutes, challengeRoute, draftRoutes, publicRoutes } from './route-table.ts';

const { api, connectionString } = await openTestSite();
await enrolAuthenticator(api);

const unknownId = '00000000-0000-4000-8000-000000000000';

type Credentials = Record<string, string>;

/**
 * Calls a route without a body, because access is checked before the body is read. Returns the
 * status.
 */
async function callRoute(route: string, sent: Credentials): Promise<number> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(':id', unknownId).replaceAll(':kind', 'courses');
  const response = await api.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...sent },
  });
  if (response.status === 401 || response.status === 403) {
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
  }
  await response.body?.cancel();
  return response.status;
}

const signInAt = async (level: 'aal1' | 'aal2'): Promise<Credentials> => ({
  Cookie: (await beginSession(api, level)).cookie,
});

/** Middleware that is mounted on many paths and never responds on its own. */
const layers = ['/*', '/api', '/api/*', '/contact.php'];

const served = api.app.routes.filter(({ method }) => method !== 'ALL');
const routes = [...new Set(served.map(({ method, path }) => `${method} ${path}`)), ...draftRoutes];
const guarded = routes.filter((route) => !publicRoutes.has(route) && route !== challengeRoute);

/** Calls each route with fresh credentials. Returns the routes with an unexpected status. */
async function findWrong(
  routes: Iterable<string>,
  signIn: () => Promise<Credentials>,
  isExpected: (status: number) => boolean,
) {
  const wrong: string[] = [];
  for (const route of routes) {
    const status = await callRoute(route, await signIn());
    if (!isExpected(status)) wrong.push(`${route}: ${status}`);
  }
  return wrong;
}

const isAllowed = (status: number) => status !== 401 && status !== 403;

it('knows every public route of the server', () => {
  expect(routes).toEqual(expect.arrayContaining([...publicRoutes, ...browserRoutes]));
  const spread = api.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
  expect([...new Set(spread)].toSorted()).toEqual(layers.toSorted());
});

it('guards every route that is not public', async () => {
  expect(
    await findWrong(
      guarded,
      async () => ({}),
      (status) => status === 401,
    ),
  ).toEqual([]);
  const half = () => signInAt('aal1');
  expect(await findWrong(guarded, half, (status) => status === 403)).toEqual([]);
  expect(await findWrong(guarded, () => signInAt('aal2'), isAllowed)).toEqual([]);
});

it('lets everyone call the public routes', async () => {
  expect(await findWrong(publicRoutes, async () => ({}), isAllowed)).toEqual([]);
  expect(await findWrong(publicRoutes, () => signInAt('aal1'), isAllowed)).toEqual([]);
});

async function signToken(level: 'aal1' | 'aal2') {
  const { cookie, id } = await beginSession(api, level);
  const visitor = { headers: new Headers({ Cookie: cookie }), ipAddress: '192.0.2.7' };
  const session = await api.accounts.findSession(visitor);
  if (!session) throw new Error('no session');
  const { token } = await api.accounts.signApiToken(session);
  return { id, token };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const run = (text: string, id: string) => query(connectionString, text, [id]);

/** The credentials of a caller, and the expected status on admin-only and browser-only routes. */
const callers: [string, admin: number, browser: number, () => Promise<Credentials>][] = [
  ['an expired session', 401, 401, expire],
  ['a revoked session', 401, 401, revoke],
  ['a forged session', 401, 401, forge],
  ['an API token', 200, 401, async () => bearer((await signToken('aal2')).token)],
  ['an API token at aal1', 403, 401, async () => bearer((await signToken('aal1')).token)],
  ['an API token of a revoked session', 401, 401, revokeToken],
  ['a forged API token', 401, 401, forgeToken],
];

async function expire() {
  const { id, cookie } = await beginSession(api, 'aal2');
  await run(`update session set expires_at = now() - interval '1 second' where id = $1`, id);
  return { Cookie: cookie };
}

async function revoke() {
  const { id, cookie } = await beginSession(api, 'aal2');
  await run('delete from session where id = $1', id);
  return { Cookie: cookie };
}

async function forge() {
  const { cookie } = await beginSession(api, 'aal2');
  const [name, value = ''] = cookie.split('=');
  const [token] = decodeURIComponent(value).split('.');
  const signature = Buffer.from(randomUUID().repeat(2).slice(0, 32)).toString('base64');
  return { Cookie: `${name}=${encodeURIComponent(`${token}.${signature}`)}` };
}

async function revokeToken() {
  const { id, token } = await signToken('aal2');
  await run('delete from session where id = $1', id);
  return bearer(token);
}

async function forgeToken() {
  const { token } = await signToken('aal2');
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { id } = await beginSession(api, 'aal2');
  const forged = Buffer.from(JSON.stringify({ ...claims, sid: id })).toString('base64url');
  return bearer(`${head}.${forged}.${signature}`);
}

it.each(callers)('checks the access of %s', async (_, admin, browser, getCredentials) => {
  const credentials = await getCredentials();
  for (const route of ['GET /api/account', 'GET /api/leads'])
    expect(await callRoute(route, credentials)).toBe(admin);
  for (const route of browserRoutes) expect(await callRoute(route, credentials)).toBe(browser);
});
