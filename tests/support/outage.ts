import { rm } from 'node:fs/promises';
import { like } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { findLead } from '#features/leads/server/queries/leads.ts';
import { schema } from '#platform/db/executor.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { startApi, type TestApi } from './api.ts';
import { createTestDatabase } from './database.ts';
import { patience } from './patience.ts';
import { severDatabase } from './severable-database.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

/** On a busy machine, a database that works may be as slow as one that is unavailable. */
const patientWaits = { visitorWaitMs: patience.condition, databaseProbeMs: patience.condition };

/** The waits of a real site, for tests whose database falls silent. */
export const usualWaits = { visitorWaitMs: undefined, databaseProbeMs: undefined };

async function openOutage() {
  const database = await createTestDatabase();
  /** A connection to the database that stays open while the site's is cut. */
  const direct = new pg.Pool({ connectionString: database.connectionString, max: 2 });
  const passage = await severDatabase(database.connectionString);
  const receiver = await startSmtpReceiver();
  const running: TestApi[] = [];
  const db = drizzle(direct, { schema });
  const listDeliveries = (id: string) =>
    db
      .select()
      .from(mailDeliveries)
      .where(like(mailDeliveries.key, `%${id}%`));
  const isStored = async (id: string) => (await findLead(db, id)) !== undefined;

  return {
    db,
    passage,
    receiver,
    listDeliveries,
    isStored,
    async start(options: Partial<Parameters<typeof startApi>[0]> = {}): Promise<TestApi> {
      const { connectionString } = passage;
      const api = await startApi({
        connectionString,
        smtpUrl: receiver.url,
        ...patientWaits,
        ...options,
      });
      running.push(api);
      await api.startJobs();
      api.services.replayer.wake();
      return api;
    },
    mailCount: () => receiver.received.length,
    /** Waits until the lead is stored, its mail is sent and the journal is empty. */
    async untilSettled(api: TestApi, id: string): Promise<void> {
      await expect.poll(() => isStored(id)).toBe(true);
      await expect.poll(async () => (await listDeliveries(id))[0]?.status).toBe('sent');
      await expect.poll(() => api.journal.listPending()).toEqual([]);
    },
    async close() {
      receiver.behave('accept');
      receiver.release();
      await passage.restore();
      for (const api of running) await api.stop({ keepData: true });
      // Only now, because some sites share a folder.
      for (const { dataDirectory } of running)
        await rm(dataDirectory, { recursive: true, force: true });
      await passage.close();
      await receiver.close();
      await direct.end();
      await database.drop();
    },
  };
}

type Outage = Awaited<ReturnType<typeof openOutage>>;

/**
 * Provides each test of a file with sites whose database and mail server can be made unavailable.
 */
export function setUpOutage(): Outage {
  const outage = {} as Outage;
  beforeEach(async () => {
    Object.assign(outage, await openOutage());
  });
  afterEach(() => outage.close());
  return outage;
}
