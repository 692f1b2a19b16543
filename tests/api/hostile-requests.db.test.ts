import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import {
  type HostileRequest,
  hostileBodies,
  hostileRequests,
} from '#tests/support/hostile-requests.ts';
import { openTestSite } from '#tests/support/site.ts';

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
