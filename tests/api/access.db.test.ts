import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSession, enrolAuthenticator, mentor } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  type Caller,
  callers,
  nothing,
  queryTable,
  routeTable,
} from '#tests/support/route-table.ts';
import { query } from '#tests/support/site-state.ts';

/** The address of nothing, of any kind. */
const toPath = (pattern: string) =>
  pattern.replaceAll(':id', nothing).replaceAll(':kind', 'courses');

/** What is laid over many paths and answers nothing by itself, or only that there is nothing. */
const layers = ['/*', '/api', '/api/*', '/contact.php'];

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString, admin: mentor });
  await api.startJobs();
  await api.accounts.prepareFirstAdmin();
  await enrolAuthenticator(api);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const revoke = (id: string) =>
  query(database.connectionString, 'delete from session where id = $1', [id]);

async function signToken(level: 'aal1' | 'aal2') {
  const { cookie, id } = await beginSession(api, level);
  const visitor = { headers: new Headers({ Cookie: cookie }), ipAddress: '192.0.2.7' };
  const session = await api.accounts.findSession(visitor);
  if (!session) throw new Error('no session');
  const { token } = await api.accounts.signApiToken(session);
  return { id, authorization: `Bearer ${token}` };
}

/** What each caller shows of itself. */
const knock: Record<Caller, () => Promise<Record<string, string>>> = {
  nobody: async () => ({}),
  'half: at aal1, with a second factor enrolled': async () => ({
    Cookie: (await beginSession(api, 'aal1')).cookie,
  }),
  async expired() {
    const { id, cookie } = await beginSession(api, 'aal2');
    const expire = `update session set expires_at = now() - interval '1 second' where id = $1`;
    await query(database.connectionString, expire, [id]);
    return { Cookie: cookie };
  },
  async revoked() {
    const { id, cookie } = await beginSession(api, 'aal2');
    await revoke(id);
    return { Cookie: cookie };
  },
  async forged() {
    const { cookie } = await beginSession(api, 'aal2');
    const [name, value = ''] = cookie.split('=');
    const [token] = decodeURIComponent(value).split('.');
    const signature = Buffer.from(randomUUID().repeat(2).slice(0, 32)).toString('base64');
    return { Cookie: `${name}=${encodeURIComponent(`${token}.${signature}`)}` };
  },
  'full: at the level that the account demands': async () => ({
    Cookie: (await beginSession(api, 'aal2')).cookie,
  }),
  'an API token of a full session': async () => ({
    Authorization: (await signToken('aal2')).authorization,
  }),
  'an API token of a half session': async () => ({
    Authorization: (await signToken('aal1')).authorization,
  }),
  async 'an API token whose session has been revoked'() {
    const { id, authorization } = await signToken('aal2');
    await revoke(id);
    return { Authorization: authorization };
  },
  async 'a forged API token'() {
    const { authorization } = await signToken('aal2');
    const [head, payload = '', signature] = authorization.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { id } = await beginSession(api, 'aal2');
    const forged = Buffer.from(JSON.stringify({ ...claims, sid: id })).toString('base64url');
    return { Authorization: `${head}.${forged}.${signature}` };
  },
};

it('knows every route of the server', () => {
  const routes = api.app.routes.filter(({ method }) => method !== 'ALL');
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  expect([...names].toSorted()).toEqual(Object.keys(routeTable).toSorted());
  const spread = api.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
  expect([...new Set(spread)].toSorted()).toEqual(layers.toSorted());
});

describe.each(Object.entries({ ...routeTable, ...queryTable }))(
  '%s',
  (route, { access, body, query: search = '' }) => {
    const [method = '', path = ''] = route.split(' ');

    it.each(callers)('answers %s as it is written', async (caller) => {
      const response = await api.app.request(toPath(path) + search, {
        method,
        headers: { 'Content-Type': 'application/json', ...(await knock[caller]()) },
        ...(body && { body: JSON.stringify(body()) }),
      });
      expect(response.status).toBe(access[caller]);
      if (response.status === 401 || response.status === 403) {
        expect(response.headers.get('content-type')).toBe('application/problem+json');
        expect(response.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
      }
      // What is being made for an answer ends with it.
      await response.body?.cancel();
    });
  },
);
