import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSession, enrolAuthenticator, mentor } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { query } from '#tests/support/site-state.ts';

/**
 * Who may do what. Every route that the server has stands in this table, with the status
 * that each caller gets. A route that is not written down fails the test: decide who may use
 * it, guard it with `requireAdmin` (server/http/require-admin.ts) unless it is public, and
 * write it here.
 */

/** Everybody who may knock. */
const callers = [
  'nobody',
  'half: at aal1, with a second factor enrolled',
  'expired',
  'revoked',
  'forged',
  'full: at the level that the account demands',
  'an API token of a full session',
  'an API token of a half session',
  'an API token whose session has been revoked',
  'a forged API token',
] as const;
type Caller = (typeof callers)[number];

/** What every caller gets. */
type Access = Record<Caller, number>;

const everybody = (status: number): Access =>
  Object.fromEntries(callers.map((caller) => [caller, status])) as Access;

/** For the admin only: with a session of the full level, or an API token that stands for one. */
const adminOnly = (status: number): Access => ({
  nobody: 401,
  'half: at aal1, with a second factor enrolled': 403,
  expired: 401,
  revoked: 401,
  forged: 401,
  'full: at the level that the account demands': status,
  'an API token of a full session': status,
  'an API token of a half session': 403,
  'an API token whose session has been revoked': 401,
  'a forged API token': 401,
});

/** The same, for browsers: no API token counts. */
const browserOnly = (status: number): Access => ({
  ...adminOnly(status),
  'an API token of a full session': 401,
  'an API token of a half session': 401,
});

interface Rule {
  access: Access;
  body?: () => unknown;
  query?: string;
}

const nothing = '00000000-0000-4000-8000-000000000000';

/** A table of content: everybody reads it, the admin alone changes it. */
const content = (name: string, record: object, added = 201): Record<string, Rule> => ({
  [`GET /api/${name}`]: { access: everybody(200) },
  [`GET /api/${name}/:id`]: { access: everybody(404) },
  [`POST /api/${name}`]: {
    access: adminOnly(added),
    body: () => ({ id: randomUUID(), ...record }),
  },
  [`PATCH /api/${name}/:id`]: { access: adminOnly(404), body: () => ({ title: 'Another title' }) },
  [`DELETE /api/${name}/:id`]: { access: adminOnly(404) },
});

const table: Record<string, Rule> = {
  'GET /healthz': { access: everybody(200) },
  'GET /readyz': { access: everybody(200) },
  'GET /.well-known/jwks.json': { access: everybody(200) },
  'GET /feed.xml': { access: everybody(200) },
  'GET /robots.txt': { access: everybody(200) },
  'GET /sitemap.xml': { access: everybody(200) },
  // Uploads and pictures are for everybody; nothing is asked for here that is there.
  'GET /storage/*': { access: everybody(404) },
  'GET /images/*': { access: everybody(404) },
  'POST /contact.php': {
    access: everybody(200),
    body: () => contactBody(),
  },
  'POST /api/leads': { access: everybody(201), body: () => contactBody() },
  'GET /api/availability': {
    access: everybody(200),
    query: '?from=2030-01-08T00:00:00Z&to=2030-01-09T00:00:00Z',
  },
  // Public as well: what is wrong is the booking, not who asks for it.
  'POST /api/bookings': { access: everybody(422), body: () => ({}) },

  'POST /api/auth/sign-in/email': { access: everybody(200), body: () => mentor },
  // Only a half session has a challenge to pass; a full one may pass it once more.
  'POST /api/auth/challenge': {
    access: { ...everybody(401) },
    body: () => ({ code: '000000' }),
  },
  'POST /api/auth/sign-out': { access: everybody(204) },
  'GET /api/auth/get-session': { access: everybody(200) },
  'POST /api/auth/token': { access: browserOnly(200) },
  // Without a provider there is nothing to come back from.
  'GET /api/auth/callback/oidc': { access: everybody(404) },

  'GET /api/account': { access: adminOnly(200) },
  'PUT /api/account/password': {
    access: adminOnly(204),
    body: () => ({ currentPassword: mentor.password, newPassword: mentor.password }),
  },
  'POST /api/account/factors': {
    access: adminOnly(201),
    body: () => ({ friendlyName: 'Tablet', password: mentor.password }),
  },
  'POST /api/account/factors/:id/verify': {
    access: adminOnly(404),
    body: () => ({ code: '000000' }),
  },
  'DELETE /api/account/factors/:id': {
    access: adminOnly(404),
    body: () => ({ password: mentor.password }),
  },
  'POST /api/account/recovery-codes': {
    access: adminOnly(201),
    body: () => ({ password: mentor.password }),
  },
  'DELETE /api/account/sessions/:id': { access: adminOnly(404) },
  'POST /api/account/identities': {
    access: browserOnly(404),
    body: () => ({ password: mentor.password }),
  },
  'DELETE /api/account/identities/:id': { access: adminOnly(404) },

  // The desk. What is on the public site everybody may read.
  'GET /api/leads': { access: adminOnly(200) },
  'GET /api/leads/counts': { access: adminOnly(200) },
  'GET /api/leads/export': { access: adminOnly(200) },
  'DELETE /api/leads/:id': { access: adminOnly(404) },
  'GET /api/bookings': { access: adminOnly(200) },
  'GET /api/bookings/export': { access: adminOnly(200) },
  'DELETE /api/bookings/:id': { access: adminOnly(404) },
  ...content('events', { title: 'Meeting', date: '2030-01-08' }),
  ...content('courses', { title: 'Course', price: 'R 100' }),
  ...content('blog_posts', { title: 'Post', date: '2030-01-08' }),
  // These are nothing without a file.
  ...content('testimonials', {}, 422),
  ...content('videos', { title: 'Video' }, 422),
  ...content('freebies', { title: 'Guide' }, 422),
  'POST /api/uploads': { access: adminOnly(422) },
  'GET /api/uploads/:id': { access: adminOnly(405) },
  'PATCH /api/uploads/:id': { access: adminOnly(404) },
  'DELETE /api/uploads/:id': { access: adminOnly(404) },
  'POST /api/uploads/:id/finish': { access: adminOnly(404) },
  'GET /api/changes': { access: adminOnly(200) },
  'GET /api/overview': { access: adminOnly(200) },
  'GET /api/failed_mails': { access: adminOnly(200) },
  'POST /api/failed_mails/:key/resend': { access: adminOnly(404) },
  'GET /api/captured_mails': { access: adminOnly(200) },
};

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
  const visitor = { headers: new Headers({ Cookie: cookie }), address: '192.0.2.7' };
  const session = await api.accounts.findSession(visitor);
  if (!session) throw new Error('no session');
  const { token } = await api.accounts.signApiToken(session);
  return { id, authorization: `Bearer ${token}` };
}

/** What each caller shows at the door. */
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
  expect([...names].toSorted()).toEqual(Object.keys(table).toSorted());
  const spread = api.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
  expect([...new Set(spread)].toSorted()).toEqual(layers.toSorted());
});

describe.each(Object.entries(table))('%s', (route, { access, body, query: search = '' }) => {
  const [method = '', path = ''] = route.split(' ');

  it.each(callers)('answers %s as it is written', async (caller) => {
    const response = await api.app.request(path.replaceAll(':id', nothing) + search, {
      method,
      headers: { 'Content-Type': 'application/json', ...(await knock[caller]()) },
      ...(body && { body: JSON.stringify(body()) }),
    });
    expect(response.status).toBe(access[caller]);
    if (response.status === 401 || response.status === 403) {
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
    }
  });
});
