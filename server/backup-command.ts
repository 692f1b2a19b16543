import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nameBackup } from '#domain/backup.ts';
import { formatBytes } from '#domain/measures.ts';
import { findSecret } from './auth/find-secret.ts';
import { makeBackup } from './backups/make-backup.ts';
import { openBackupPlace } from './backups/open-place.ts';
import { makePlacedBackup } from './backups/placed-backups.ts';
import { writeFileWhole } from './backups/write-file.ts';
import { type Config, ConfigError } from './config.ts';
import { openDatabase } from './db/client.ts';
import { projectDirectory } from './db/migrate.ts';
import { recordBackup } from './db/queries/backups.ts';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';
import { reachDatabase } from './reach-database.ts';
import { readVersion } from './read-version.ts';
import { createFileStorage } from './storage/file-storage.ts';

const usage = `npm run backup -- FILE makes a backup: in this file, or as a new file in this folder npm run backup makes one in the place that BACKUP_* names`;

/** The command `backup`, while the site runs or without it. Throws ConfigError when it is not understood. */
export async function runBackupCommand(config: Config, log: Logger, args: string[]): Promise<void> {
  const file = readArguments(args);
  await using disposables = new AsyncDisposableStack();
  const connectionString = await reachDatabase(config, log, disposables);
  const { db, close } = openDatabase({ connectionString, log, maxConnections: 2 });
  disposables.defer(close);
  const storage = createFileStorage(config);
  disposables.defer(storage.close);
  const source = {
    ...{ connectionString, storage, passphrase: config.backup.passphrase },
    secret: await findSecret(config, db),
    site: { version: readVersion(projectDirectory).version, url: config.siteUrl },
  };

  const made = file === undefined ? await makeInPlace() : await makeFile(file);
  const { rows, tables, files, missingFiles, madeAt, size } = made;
  console.log(
    `${made.where} holds ${rows} rows of ${tables} tables and ${files} files (${formatBytes(size)}).`,
  );
  if (source.passphrase === undefined) {
    console.log(
      'It is not encrypted and does not contain the site’s secret. Keep AUTH_SECRET or DATA_DIR/secret too.',
    );
  }
  for (const missing of missingFiles) console.warn(`${missing} is missing in the storage.`);
  // A database of another version may have no place for it.
  const isElsewhere = file === undefined && config.backup.objectStorage !== undefined;
  await recordBackup(db, { kind: 'file', madeAt, size, isElsewhere }).catch((error: unknown) =>
    console.warn(`The admin won’t show this backup: ${describeError(error)}`),
  );

  async function makeInPlace() {
    const place = openBackupPlace(config.backup);
    disposables.defer(place.close);
    const placed = await makePlacedBackup({ ...source, place });
    return { ...placed, where: placed.name };
  }

  async function makeFile(target: string) {
    let where = target;
    let written = 0;
    const fileMade = await makeBackup(source, async (content, about) => {
      const isEncrypted = source.passphrase !== undefined;
      if (isDirectory(target)) where = path.join(target, nameBackup(about.madeAt, { isEncrypted }));
      written = await writeFileWhole(where, content);
    });
    return { ...fileMade, where, size: written };
  }
}

function readArguments(args: string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [file, ...others] = positionals;
    if (others.length > 0) throw new Error();
    return file === undefined ? undefined : resolveGiven(file);
  } catch {
    throw new ConfigError(usage);
  }
}

/** Returns where a path leads that somebody gave: npm runs commands in the project, wherever it was called. */
export const resolveGiven = (file: string): string =>
  path.resolve(process.env.INIT_CWD ?? '.', file);

/** What cannot be looked at is told by whoever writes there. */
function isDirectory(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}
