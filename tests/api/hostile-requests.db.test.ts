import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { startAdminApi } from '#tests/support/admin-api.ts';
import {
  type Caller,
  type HostileRequest,
  hostileRequests,
} from '#tests/support/hostile-requests.ts';

const runs = 600;

const { api, admin, close } = await startAdminApi();
const { cookie, asMentor } = admin;
const { token } = await (await asMentor('POST', '/api/auth/token')).json();
const credentials: Record<Caller, [string, string][]> = {
  nobody: [],
  'a garbage session': [['Cookie', cookie.replaceAll(/[A-M]/g, 'x')]],
  'the admin': [['Cookie', cookie]],
  'an API token': [['Authorization', `Bearer ${token}`]],
};

afterAll(close);

/** The same as a request within this process; nothing where there can be none, such as CONNECT. */
function toRequest({ caller, method, target, headers, body }: HostileRequest): Request | undefined {
  try {
    return new Request(`http://localhost${target}`, {
      method,
      headers: [...credentials[caller], ...headers],
      ...(body && !['GET', 'HEAD'].includes(method) && { body }),
    });
  } catch {
    return undefined;
  }
}

it('no request makes a route fail, or is told more than it needs', async () => {
  const asked: [request: string, status: number][] = [];
  const requests = hostileRequests.map(toRequest).filter((request) => request !== undefined);
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      // A clone by itself is none of the class that the server's adapter makes the global one.
      const response = await api.app.request(new Request(request.clone()));
      asked.push([`${request.method} ${request.url.slice(0, 100)}`, response.status]);
      expect(response.status).toBeLessThan(500);
      if (response.status < 400) await response.body?.cancel();
      else expect((await response.arrayBuffer()).byteLength).toBeLessThan(300_000);
    }),
    { numRuns: runs, seed: 1 },
  );
  // They reach every check, and some pass them all.
  const statuses = new Set(asked.map(([, status]) => status));
  expect([...statuses], `${asked.length} requests, first ${asked.slice(0, 3).join(', ')}`).toEqual(
    expect.arrayContaining([200, 400, 401, 404, 405, 413, 414, 422]),
  );
});
