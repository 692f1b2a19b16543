import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { passwordFileOf } from '#platform/db/private/cluster.ts';
import { choosePostgresUser, runProgram } from '#platform/db/private/postgres-user.ts';

const versions = '/usr/lib/postgresql';

/** Returns a program of Debian's newest installed PostgreSQL. */
function findProgram(name: string): string {
  const [newest] = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error('The Debian package postgresql is not installed');
  return path.join(versions, newest, 'bin', name);
}

/**
 * Creates a cluster of Debian's PostgreSQL where the private one would be, with the locale of a
 * database that deploy/install creates. Returns its server program.
 */
export function createDebianCluster(dataDirectory: string): string {
  const [initdb, postgres] = [findProgram('initdb'), findProgram('postgres')];
  const directory = path.join(dataDirectory, 'postgres');
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(passwordFileOf(dataDirectory), randomBytes(24).toString('hex'), { mode: 0o600 });
  const user = choosePostgresUser([initdb, postgres], [directory, dataDirectory]);
  user.own(directory);
  runProgram(user, initdb, [
    `--pgdata=${directory}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]);
  return postgres;
}
