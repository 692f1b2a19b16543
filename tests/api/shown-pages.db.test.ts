import { once } from 'node:events';
import http from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { visitSums } from '#server/db/schema.ts';
import { type RunningServer, serve } from '#server/http/serve.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { browser, uncounted } from '#tests/support/visits.ts';

/* Pages that are told of, as they are answered on a connection: past the layers of the server, by the same rules. */

let database: TestDatabase;
let api: TestApi;
let server: RunningServer;
/** What has gone the whole way. */
let reached: string[];

beforeEach(async () => {
  reached = [];
  database = await createTestDatabase();
  const { connectionString } = database;
  // One connection leads to one site.
  const options = { connectionString, trustedProxies: 1, metricsToken, isAlone: true };
  api = await startApi(options);
  await api.startJobs();
  server = await serve({
    ...{ host: '127.0.0.1', port: 0, answerDirectly: api.answerDirectly },
    fetch: (request, bindings) => {
      reached.push(new URL(request.url).pathname);
      return api.fetch(request, bindings);
    },
  });
});
afterEach(async () => {
  await server.stop(1_000);
  await api.stop();
  await database.drop();
});

const metricsToken = 'a-token-of-a-test-that-is-long-enough';
const id = '0123456789abcdef';

interface Told {
  headers?: Record<string, string>;
  body?: string;
  url?: string;
}

/** Tells of a page as a browser does, behind a proxy. */
async function tell({ headers = {}, body, url = '/api/visits?page=/about' }: Told = {}) {
  const request = http.request({
    ...{ host: '127.0.0.1', port: server.port, path: url, method: 'POST', agent: false },
    headers: {
      ...{ 'User-Agent': browser, 'X-Request-Id': id },
      ...{ 'X-Forwarded-For': '192.0.2.1', 'Content-Length': Buffer.byteLength(body ?? '') },
      ...headers,
    },
  });
  const [answer] = (await once(request.end(body), 'response')) as [http.IncomingMessage];
  const { date: _, connection: __, 'transfer-encoding': ___, ...fields } = answer.headers;
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, fields };
}

const readLines = () =>
  api
    .logged()
    .split('\n')
    .filter((line) => line.includes('"request"') && line.includes('/api/visits'))
    .map((line) => {
      const { time: _, ms: __, ...fields } = JSON.parse(line);
      return fields;
    });

async function readViews() {
  await api.services.visits.write();
  const sums = await api.db.select().from(visitSums);
  return sums.filter(({ kind }) => kind === 'all').map(({ visits, views }) => ({ visits, views }));
}

it('have the answer, the line in the log and the figures of the whole way, and are counted alike', async () => {
  const direct = await tell();
  expect(reached).toEqual([]);
  // What has a body is read by the layers of the server.
  const whole = await tell({ body: 'x' });
  expect(reached).toEqual(['/api/visits']);
  expect(direct).toEqual(whole);
  expect(direct.status).toBe(204);
  expect(direct.fields['x-request-id']).toBe(id);
  await expect.poll(readLines).toHaveLength(2);
  const [ofDirect, ofWhole] = readLines();
  expect(ofDirect).toEqual(ofWhole);
  expect(await readViews()).toEqual([{ visits: 1, views: 2 }]);

  const headers = { Authorization: `Bearer ${metricsToken}` };
  const figures = await (await api.app.request('/metrics', { headers })).text();
  const counted = figures.split('\n').find((line) => /_count\{.*\/api\/visits/.test(line));
  expect(counted).toMatch(/ 2$/);
});

it.each(uncounted)('are not counted with %s', async (_, headers) => {
  expect((await tell({ headers })).status).toBe(204);
  expect(reached).toEqual([]);
  expect(await readViews()).toEqual([]);
});

it('are counted for whom a trusted proxy names', async () => {
  await tell({ headers: { 'X-Forwarded-For': '203.0.113.9, 192.0.2.1' } });
  await tell({ headers: { 'X-Forwarded-For': '203.0.113.10, 192.0.2.1' } });
  await tell({ headers: { 'X-Forwarded-For': '192.0.2.2' } });
  expect(await readViews()).toEqual([{ visits: 2, views: 3 }]);
});

it.each<[string, number, Told]>([
  ['another site’s page', 403, { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ['one in an older browser', 403, { headers: { Origin: 'https://elsewhere.example' } }],
  ['what names no page', 422, { url: '/api/visits?referrer=x' }],
  ['an address that is too long', 414, { url: `/api/visits?page=/${'x'.repeat(2_048)}` }],
  ['a path below', 405, { url: '/api/visits/export?page=/about' }],
])('are left to the layers of the server, which refuse %s', async (_, status, told) => {
  expect((await tell(told)).status).toBe(status);
  expect(reached).toHaveLength(1);
  expect(await readViews()).toEqual([]);
});

it('are an error of ours where counting fails, and the site goes on', async () => {
  const counting = vi.spyOn(api.services.visits, 'count').mockImplementation(() => {
    throw new Error('no clock');
  });
  expect((await tell()).status).toBe(500);
  counting.mockRestore();
  expect((await tell()).status).toBe(204);
  expect(await readViews()).toEqual([{ visits: 1, views: 1 }]);
});
