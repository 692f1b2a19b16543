import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#platform/db/migrate.ts';
import {
  type Cluster,
  prepareCluster,
  privateConnectionString,
} from '#platform/db/private/cluster.ts';
import { startPostmaster } from '#platform/db/private/postmaster.ts';
import { runAsSuperuser, setUpRoles } from '#platform/db/private/set-up-roles.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/log/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test run's own PostgreSQL is. */
    databaseServer: DatabaseServer;
  }
}

/** Who may connect to a PostgreSQL for tests, and as whom. */
export interface DatabaseServer {
  /** The plain role that sites run as, on the database that is named after it. */
  site: string;
  /** For making databases; no site is ever given it. */
  superuser: string;
}

/** The database that every test's own one is copied from. */
export const templateDatabase = 'template_site';

/** Starts one PostgreSQL for the whole run, with a migrated database to copy, job queues and all. */
export default async function provideDatabaseServer(project: TestProject) {
  const { stop, ...server } = await startDatabaseServer();
  await createDatabase(server, templateDatabase);
  const template = withDatabase(server.site, templateDatabase);
  await migrateDatabase(template);
  await createJobQueues(template);
  project.provide('databaseServer', server);
  return stop;
}

/** Lets the job queue make its tables, as the first start on a database does. */
async function createJobQueues(connectionString: string): Promise<void> {
  const jobs = createJobs({ connectionString, log: createLogger('error') });
  const idle = async () => {};
  await jobs.start({
    ...{
      sendMail: idle,
      giveUpMail: idle,
      verifyPayment: idle,
      releaseHold: idle,
      keepOrders: idle,
    },
    ...{ sweepAccounts: idle, sweepUploads: idle, sweepTrash: idle, keepRetention: idle },
    ...{ readBusyCalendars: idle, makeBackup: idle },
  });
  await jobs.stop(1_000);
}

/**
 * Makes the cluster of a PostgreSQL like a site's private one, whose superuser may connect as well.
 * Returns how it is started, and who may connect to it on a port.
 */
export async function prepareOpenCluster(directory: string, options: Record<string, string> = {}) {
  await chmod(directory, 0o755);
  const cluster = await prepareCluster(directory);
  setUpRoles(cluster);
  const password = randomUUID();
  runAsSuperuser(cluster, 'postgres', [`alter role postgres password '${password}'`]);
  const rulesFile = path.join(directory, 'tests.hba');
  await writeFile(rulesFile, 'host all all 127.0.0.1/32 scram-sha-256\n');
  // No test outlives a power cut: nothing has to reach the disk.
  const all = { hba_file: rulesFile, fsync: 'off', ...options };
  return {
    cluster: withOptions(cluster, all),
    toServer(port: number): DatabaseServer {
      const site = privateConnectionString(cluster.password, port);
      const superuser = new URL(withDatabase(site, 'postgres'));
      superuser.username = 'postgres';
      superuser.password = password;
      return { site, superuser: superuser.href };
    },
  };
}

/** Starts such a PostgreSQL in a folder of its own, for as long as the tests run. */
export async function startDatabaseServer() {
  const directory = await mkdtemp(path.join(tmpdir(), 'time-vs-price-test-'));
  // Enough for two sites in every worker.
  const { cluster, toServer } = await prepareOpenCluster(directory, { max_connections: '300' });
  const { port, stop } = await startPostmaster(cluster, createLogger('error'));
  return {
    ...toServer(port),
    async stop() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The same cluster, whose server is started with options of the tests' own. */
const withOptions = (cluster: Cluster, options: Record<string, string>): Cluster => ({
  ...cluster,
  user: {
    ...cluster.user,
    wrap: (command, args) =>
      cluster.user.wrap(command, [
        ...args,
        ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ]),
  },
});

/** Makes a database that belongs to the role of the sites, empty or as a copy. */
export function createDatabase(
  { superuser }: DatabaseServer,
  name: string,
  template = 'template1',
): Promise<void> {
  const copied = `template ${template} strategy file_copy`;
  return runOnServer(superuser, `create database ${name} ${copied} owner site`);
}

/** Runs one statement on a connection of its own. */
export async function runOnServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
