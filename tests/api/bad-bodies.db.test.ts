import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { badRequests } from '#tests/support/bad-bodies.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/** More, against a server that runs: `npm run fuzz`. */
const runs = 1_000;

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString, now: () => openingMorning });
  await api.startJobs();
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

it.each(['/api/leads', '/api/bookings', '/contact.php'])('no body makes %s fail', async (path) => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(badRequests, async ({ contentType, body }) => {
      const headers: Record<string, string> = contentType ? { 'Content-Type': contentType } : {};
      const { status } = await api.app.request(path, { method: 'POST', headers, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: runs },
  );
  // The bodies reach every check, and some pass them all.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 413, 415, 422]));
  expect(statuses.get(200) ?? statuses.get(201)).toBeGreaterThan(0);
});
