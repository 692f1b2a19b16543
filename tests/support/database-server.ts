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
import { createDebianCluster } from './debian-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's own PostgreSQL. */
    databaseServer: DatabaseServer;
  }
}

/** The connection strings of a PostgreSQL for tests. */
export interface DatabaseServer {
  /** For the unprivileged role that sites use, on the database named after it. */
  site: string;
  /** For creating databases. No site uses it. */
  superuser: string;
}

/** The database from which every test's database is copied. */
export const templateDatabase = 'template_site';

/**
 * Starts one PostgreSQL for the whole run, with a migrated database to copy, including job queues.
 */
export default async function provideDatabaseServer(project: TestProject) {
  const { stop, ...server } = await startDatabaseServer();
  await createDatabase(server, templateDatabase);
  const template = withDatabase(server.site, templateDatabase);
  await migrateDatabase(template);
  await createJobQueues(template);
  project.provide('databaseServer', server);
  return stop;
}

/** Lets the job queue create its tables, as the first start on a database does. */
async function createJobQueues(connectionString: string): Promise<void> {
  const jobs = createJobs({ connectionString, log: createLogger('error') });
  const idle = async () => {};
  await jobs.start({
    sendMail: idle,
    giveUpMail: idle,
    verifyPayment: idle,
    releaseHold: idle,
    keepOrders: idle,
    sweepAccounts: idle,
    sweepUploads: idle,
    sweepTrash: idle,
    keepRetention: idle,
    readBusyCalendars: idle,
    convertFilms: idle,
    makeBackup: idle,
  });
  await jobs.stop(1_000);
}

/** Tests do not have to survive a power cut, so nothing is flushed to disk. */
const withoutDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Creates a cluster like a site's private one, except that the superuser may connect. Returns how
 * to start it, and its connection strings for a port.
 */
export async function prepareOpenCluster(
  directory: string,
  options: Record<string, string> = {},
  // `npm run test:release` also runs the database and API tests on Debian's server.
  isDebian = process.env.TEST_POSTGRES === 'debian',
) {
  await chmod(directory, 0o755);
  const debian = isDebian && createDebianCluster(directory);
  const prepared = await prepareCluster(directory);
  const cluster = debian ? { ...prepared, postgres: debian } : prepared;
  setUpRoles(cluster);
  const password = randomUUID();
  runAsSuperuser(cluster, 'postgres', [`alter role postgres password '${password}'`]);
  const rulesFile = path.join(directory, 'tests.hba');
  // Unix sockets are closed, unless an option opens a folder for them.
  await writeFile(rulesFile, 'host all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n');
  const all = { hba_file: rulesFile, ...withoutDurability, ...options };
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

/** Starts such a PostgreSQL in its own folder, until the tests end. */
export async function startDatabaseServer({ isDebian }: { isDebian?: boolean } = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'time-vs-price-test-'));
  const options = {
    // Enough for two sites in every worker.
    max_connections: '300',
    ...(isDebian && { unix_socket_directories: path.join(directory, 'postgres') }),
  };
  const { cluster, toServer } = await prepareOpenCluster(directory, options, isDebian);
  const { port, stop } = await startPostmaster(cluster, createLogger('error'));
  return {
    ...toServer(port),
    port,
    /** The folder of the Unix socket. */
    socketDirectory: path.join(directory, 'postgres'),
    async stop() {
      await stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The same cluster, with a server that gets additional options. */
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

/** Creates a database owned by the role of the sites, empty or as a copy. */
export function createDatabase(
  { superuser }: DatabaseServer,
  name: string,
  template = 'template1',
): Promise<void> {
  const copied = `template ${template} strategy file_copy`;
  return runOnServer(superuser, `create database ${name} ${copied} owner site`);
}

/** Runs one statement on a separate connection. */
export async function runOnServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the connection string with another database on the same server. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
