import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeEach, expect } from 'vitest';
import * as schema from '#platform/db/schema/schema.ts';
import { mailQueues } from '#platform/jobs/send-mail.ts';
import { mentor } from './accounts.ts';
import { openAdmin } from './admin-calls.ts';
import { type ApiOptions, startApi, type TestApi } from './api.ts';
import { sessionBody } from './booking-bodies.ts';
import { createTestDatabase } from './database.ts';
import { patience } from './patience.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

type SiteOptions = Partial<Omit<ApiOptions, 'now' | 'connectionString'>> & {
  /** The time of the site's clock at the start of each test. Defaults to the real time. */
  now?: Date;
};

export type TestSite = Awaited<ReturnType<typeof openTestSite>>;

/**
 * Starts one site for all tests of a file: the API with its jobs, a database, a mail server, and
 * the mentor signed in. Before each test the site is emptied, but accounts, sessions and the memory
 * of the process stay.
 */
export async function openTestSite({ now, ...options }: SiteOptions = {}) {
  const clock = { now };
  const database = await createTestDatabase();
  const { connectionString } = database;
  const receiver = await startSmtpReceiver();
  const others: TestApi[] = [];

  async function start(changes: Partial<ApiOptions> = {}): Promise<TestApi> {
    const started = await startApi({
      connectionString,
      smtpUrl: receiver.url,
      admin: mentor,
      now: () => clock.now ?? new Date(),
      // A slow machine must not answer many concurrent requests with 503.
      visitorWaitMs: patience.condition,
      databaseProbeMs: patience.condition,
      ...options,
      ...changes,
    });
    await started.startJobs();
    return started;
  }

  const api = await start();
  const admin = await openAdmin(api);
  const jobs = await openQueues(connectionString);

  async function stopOthers(): Promise<void> {
    await Promise.all(
      others.splice(0).map((other) => {
        const keepData = other.dataDirectory === api.dataDirectory;
        return other.stop({ keepData });
      }),
    );
  }

  beforeEach(async () => {
    receiver.behave('accept');
    receiver.release();
    await stopOthers();
    await expect.poll(() => api.journal.listPending()).toEqual([]);
    await expect.poll(jobs.clear).toBe(0);
    await empty(api);
    receiver.received.length = 0;
    clock.now = now;
  });
  afterAll(async () => {
    receiver.release();
    await stopOthers();
    await jobs.close();
    await api.stop();
    await receiver.close();
    await database.drop();
  });

  return {
    api,
    admin,
    receiver,
    clock,
    connectionString,
    /** Starts another process on the same database and mail server. It stops after the test. */
    async startAnother(changes: Partial<ApiOptions> = {}): Promise<TestApi> {
      const other = await start(changes);
      others.push(other);
      return other;
    },
    /** Books a session as a visitor. Returns its id and private link. */
    async book(changes: Record<string, unknown> = {}) {
      const body = sessionBody(changes);
      const response = await api.post('/api/bookings', body);
      expect(response.status).toBe(201);
      const { manage_path: path }: { manage_path: string } = await response.json();
      return { id: body.id, path, token: path.split('/').at(-1) ?? '' };
    },
    /** Waits until the outbox is empty and returns the mails since the last call. */
    async takeMails() {
      await untilMailed(api);
      const all = receiver.received.splice(0);
      const to = (address: string) => all.filter(({ envelope }) => envelope.to.includes(address));
      return {
        all,
        to,
        /** Returns the only mail to this address. */
        only(address: string) {
          const [mail, ...more] = to(address);
          if (!mail || more.length > 0) throw new Error(`Expected one mail to ${address}`);
          return mail;
        },
      };
    },
  };
}

/** Waits until no mail is queued. */
export const untilMailed = ({ db }: Pick<TestApi, 'db'>) =>
  expect.poll(() => db.$count(schema.mailDeliveries, sql`status = 'queued'`)).toBe(0);

async function openQueues(connectionString: string) {
  const options = { migrate: false, supervise: false, schedule: false, max: 1 };
  const boss = new PgBoss({ connectionString, ...options });
  await boss.start();
  return {
    /** Deletes all mail jobs. Returns how many are still running. */
    async clear(): Promise<number> {
      let running = 0;
      for (const queue of mailQueues) {
        await boss.deleteQueuedJobs(queue);
        await boss.deleteStoredJobs(queue);
        running += (await boss.findJobs(queue)).length;
      }
      return running;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** PostgreSQL's error code. */
const deadlock = '40P01';

/** Deletes everything except accounts: rows, files and captured mails. */
async function empty(api: TestApi): Promise<void> {
  // Backwards by their names, payments go before their orders.
  const tables = Object.values(schema)
    .reverse()
    .filter((value) => is(value, PgTable));
  // Counts last, because deleting the rows changes them, and vouchers, because orders name them.
  const isLast = (name: string) => /total|_sums|by_hour|vouchers/.test(name);
  const names = tables.map(getTableName).sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
  const statements = names.map((name) => `delete from ${name}`).join('; ');
  await api.pool.query(statements).catch((error) => {
    if (error.code !== deadlock) throw error;
    // A job of the last test locked the same rows. It has ended, because this connection failed instead.
    return api.pool.query(statements);
  });
  for await (const path of api.storage.list()) await api.storage.delete(path);
  for (const folder of ['mailbox', 'uploads-in-progress']) {
    const directory = join(api.dataDirectory, folder);
    for (const name of await readdir(directory).catch(() => []))
      await rm(join(directory, name), { recursive: true, force: true });
  }
  api.settings.noteSaved();
  await api.settings.read();
}
