import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAccountSite } from '#tests/support/account-site.ts';
import { beginSession, enrolAuthenticator } from '#tests/support/accounts.ts';
import { nothing, queryTable, type Rule, routeTable } from '#tests/support/route-table.ts';

const api = runAccountSite(() => ({}), { isShared: true });

beforeAll(() => enrolAuthenticator(api));

type Credentials = Record<string, string>;

async function callRoute(route: string, { body, query: search = '' }: Rule, sent: Credentials) {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(':id', nothing).replaceAll(':kind', 'courses');
  const response = await api.app.request(path + search, {
    method,
    headers: { 'Content-Type': 'application/json', ...sent },
    ...(body && { body: JSON.stringify(body()) }),
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

/** What is mounted on many paths and responds to none by itself. */
const layers = ['/*', '/api', '/api/*', '/contact.php'];

it('lists every route of the server', () => {
  const routes = api.app.routes.filter(({ method }) => method !== 'ALL');
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  expect([...names].toSorted()).toEqual(Object.keys(routeTable).toSorted());
  const spread = api.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
  expect([...new Set(spread)].toSorted()).toEqual(layers.toSorted());
});

it.each(Object.entries({ ...routeTable, ...queryTable }))('guards %s', async (route, rule) => {
  const { who, status } = rule.access;
  const isPublic = who === 'everybody';
  expect(await callRoute(route, rule, {})).toBe(isPublic ? status : 401);
  expect(await callRoute(route, rule, await signInAt('aal1'))).toBe(isPublic ? status : 403);
  expect(await callRoute(route, rule, await signInAt('aal2'))).toBe(status);
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

/** Credentials, and the status that they get on routes for the admin and for browsers only. */
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
  await api.query(`update session set expires_at = now() - interval '1 second' where id = $1`, [
    id,
  ]);
  return { Cookie: cookie };
}

async function revoke() {
  const { id, cookie } = await beginSession(api, 'aal2');
  await api.query('delete from session where id = $1', [id]);
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
  await api.query('delete from session where id = $1', [id]);
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

describe.each(callers)('%s', (_, admin, browser, getCredentials) => {
  const browserRoutes = Object.entries(routeTable).filter(
    ([, { access }]) => access.who === 'browser',
  );

  it('is checked', async () => {
    const account = 'GET /api/account';
    const credentials = await getCredentials();
    expect(await callRoute(account, { access: { who: 'admin', status: 200 } }, credentials)).toBe(
      admin,
    );
    for (const [route, rule] of browserRoutes) {
      expect(await callRoute(route, rule, credentials)).toBe(browser);
    }
  });
});
