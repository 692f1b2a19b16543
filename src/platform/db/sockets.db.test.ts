import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { watchChanges } from './changes.ts';
import { openDatabase, pingDatabase } from './client.ts';

const log = createLogger('silent');

let database: TestDatabase;
let severed: SeverableDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  severed = await severDatabase(database.connectionString);
});
afterEach(async () => {
  await severed.close();
  await database.drop();
});

const handle = async () => {};
const handlers = {
  sendMail: handle,
  giveUpMail: handle,
  sweepAccounts: handle,
  sweepUploads: handle,
  verifyPayment: handle,
  releaseHold: handle,
  keepOrders: handle,
  keepRetention: handle,
  sweepTrash: handle,
  readBusyCalendars: handle,
  convertFilms: handle,
  makeBackup: handle,
};

/** Each opens a kind of connection to the database, and returns a function that closes it. */
const clients: Record<string, (connectionString: string) => Promise<() => Promise<void>>> = {
  async 'a pool'(connectionString) {
    const { db, close } = openDatabase({ connectionString, log });
    await pingDatabase(db);
    return close;
  },
  async 'the change listener'(connectionString) {
    const changes = watchChanges({ connectionString, log });
    changes.start();
    await expect.poll(changes.isListening).toBe(true);
    return changes.close;
  },
  async 'the job queue'(connectionString) {
    const jobs = createJobs({ connectionString, log });
    await jobs.start(handlers);
    return () => jobs.stop(0);
  },
};

/** Includes those of the proxy, which closes its own when the other end does. */
const countSockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

it.each(Object.entries(clients))(
  '%s closes its connection to a database that stopped answering',
  async (_, open) => {
    const before = countSockets();
    const close = await open(severed.connectionString);
    expect(countSockets()).toBeGreaterThan(before);
    severed.freeze();
    await close();
    await expect.poll(countSockets).toBeLessThanOrEqual(before);
  },
);
