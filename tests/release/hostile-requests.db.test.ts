import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';
import { type HostileRequest, hostileBodies, hostileRequests } from './hostile-requests.ts';

const { api, admin } = await openTestSite({ now: openingMorning });
const { token } = await (await admin.asMentor('POST', '/api/auth/token')).json();

/** A visitor, a session that looks real, the mentor, and an API token. */
const callers: [string, string][][] = [
  [],
  [['Cookie', admin.cookie.replaceAll(/[A-M]/g, 'x')]],
  [['Cookie', admin.cookie]],
  [['Authorization', `Bearer ${token}`]],
];

/** Returns `null` for a request that cannot exist within this process. */
function toRequest(hostile: HostileRequest, caller: [string, string][]): Request | undefined {
  const { method, target, headers, body } = hostile;
  try {
    return new Request(`http://localhost${target}`, {
      method,
      headers: [...headers, ...caller],
      ...(body !== undefined && !['GET', 'HEAD'].includes(method) && { body }),
    });
  } catch {
    return undefined;
  }
}

it.each(['/api/leads', '/api/bookings', '/contact.php'])('no body makes %s fail', async (path) => {
  const statuses = new Set<number>();
  const headers = { 'Content-Type': 'application/json' };
  await fc.assert(
    fc.asyncProperty(hostileBodies, async (body) => {
      const { status } = await api.app.request(path, { method: 'POST', headers, body });
      statuses.add(status);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 200, seed: 1 },
  );
  // The bodies reach every check, and some pass all of them.
  expect([...statuses]).toEqual(expect.arrayContaining([400, 413, 422]));
  expect(statuses.has(200) || statuses.has(201)).toBe(true);
});

it('no request makes a route fail or reveals internal details', async () => {
  const statuses = new Set<number>();
  const routes = api.app.routes.filter(({ method }) => method !== 'ALL');
  const requests = fc
    .tuple(
      fc.oneof(...routes.map(({ method, path }) => hostileRequests(`${method} ${path}`))),
      fc.constantFrom(...callers),
    )
    .map(([hostile, caller]) => toRequest(hostile, caller))
    .filter((request) => request !== undefined);
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const response = await api.app.request(new Request(request.clone()));
      statuses.add(response.status);
      expect(response.status).toBeLessThan(500);
      if (response.status < 400) await response.body?.cancel();
      else expect((await response.arrayBuffer()).byteLength).toBeLessThan(300_000);
    }),
    { numRuns: 600, seed: 1 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 422]));
});

const words = ['%00', 'R450.01%00', '%ED%A0%80', '%F0%9F%92%9B'];
const id = '00000000-0000-4000-8000-000000000000';

/** Routes with a query, and what is wrong in every parameter of it. */
const queries = {
  '/api/orders/sums': ['period'],
  '/api/orders': ['search', 'of', 'cursor'],
  '/api/orders/export': ['search', 'of'],
  '/api/leads': ['search', 'cursor'],
  '/api/bookings': ['search', 'cursor', 'from&to'],
  '/api/bookings/export': ['from&to'],
  '/api/bookings/placement': ['from&to'],
  [`/api/bookings/${id}/history`]: ['cursor'],
  '/api/availability': ['from&to', 'session_type', 'booking'],
  '/api/availability_exceptions': ['from&to'],
  '/api/availability_exceptions/sessions': ['first_day&last_day'],
  '/api/availability_exceptions/open_hours': ['day'],
  '/api/busy_calendars/times': ['from&to'],
  '/api/trash': ['kind', 'cursor'],
  '/api/visits': ['from&to'],
  '/api/visits/export': ['from&to'],
  '/api/sender_records': ['domain'],
  '/api/blog_posts': ['cursor'],
};

const values = [
  '0000',
  '1900',
  '9999',
  '0000-01',
  '9999-12',
  '-001',
  '2026-13',
  '0000-01-01',
  '1900-01-01',
  '2026-02-31',
  '9999-12-31',
  '%2B010000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  ...words,
];

it.each(Object.entries(queries))('no query makes %s fail', async (path, parameters) => {
  const targets = parameters.flatMap((names) =>
    values.map((value) => `${path}?${names.replaceAll(/\w+/g, (name) => `${name}=${value}`)}`),
  );
  expect(await listFailing(targets.map((target) => ['GET', target]))).toEqual([]);
});

/** Sends requests as the mentor, and returns those that make the server fail. */
async function listFailing(requests: [string, string][]): Promise<string[]> {
  const failing: string[] = [];
  for (const [method, target] of requests) {
    const response = await admin.asMentor(method, target);
    await response.body?.cancel();
    if (response.status >= 500) failing.push(`${method} ${target}`);
  }
  return failing;
}

it('no path with NUL or an odd character makes a route fail', async () => {
  const routes = api.app.routes.filter(({ method, path }) => method !== 'ALL' && /:/.test(path));
  const unique = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const requests = [...unique].flatMap((route) =>
    words.map((word): [string, string] => {
      const [method = '', path = ''] = route.split(' ');
      return [method, path.replaceAll(/:\w+/g, word)];
    }),
  );
  expect(await listFailing(requests)).toEqual([]);
});
