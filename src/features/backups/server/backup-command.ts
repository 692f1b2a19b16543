import { createWriteStream, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readCurrentSettings, readRetention } from '#features/settings/server/index.ts';
import { findSecret } from '#platform/auth/find-secret.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { readVersion } from '#platform/config/read-version.ts';
import { openDatabase } from '#platform/db/client.ts';
import type { Database } from '#platform/db/executor.ts';
import { projectDirectory } from '#platform/db/migrate.ts';
import { reachDatabase } from '#platform/db/reach-database.ts';
import { describeError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { formatBytes } from '#rules/measures.ts';
import { keepsSince } from '#rules/retention.ts';
import { openBackupDestination } from './destination.ts';
import { makePortableBackup, makeStoredBackup } from './make-backup.ts';
import { recordBackup } from './queries/backups.ts';
import { downloadDescriptor } from './run-backup-process.ts';

const usage = `npm run backup           makes a backup where BACKUP_* says, and removes what is too old there
npm run backup -- FILE   makes one file with everything, or a new file if FILE is a folder`;

/** The site passes this argument to stream a download. */
const download = '--download';

/**
 * Runs the command `backup`, whether or not the site is running. Throws ConfigError, BackupError.
 */
export async function runBackupCommand(config: Config, log: Logger, args: string[]): Promise<void> {
  const target = readTarget(args);
  await using disposables = new AsyncDisposableStack();
  const connectionString = await reachDatabase(config, log, disposables);
  const { db, close } = openDatabase({ connectionString, log, maxConnections: 2 });
  disposables.defer(close);
  const storage = createFileStorage(config);
  disposables.defer(storage.close);
  const { passphrase } = config.backup;
  const source = {
    connectionString,
    storage,
    passphrase,
    secret: await findSecret(config),
    site: { version: readVersion(projectDirectory).version, url: config.siteUrl },
  };
  const warn = (words: string, error: unknown) => console.warn(`${words}: ${describeError(error)}`);

  async function makeInPlace() {
    const destination = openBackupDestination(config.backup);
    disposables.defer(destination.close);
    const made = await makeStoredBackup(source, {
      destination,
      readPruning: () => readPruning(db, config),
      warn: (error) => warn('Old backups cannot be removed', error),
    });
    const isElsewhere = config.backup.objectStorage !== undefined;
    return { ...made, where: made.name, kind: 'nightly' as const, isElsewhere };
  }

  async function makeFile(file: string) {
    let where = file;
    let size = 0;
    const made = await makePortableBackup(source, async (name, content) => {
      if (isFolder(file)) where = path.join(file, name);
      const destination = openBackupDestination({ directory: path.dirname(where) });
      await destination.removeUnfinished();
      size = await destination.write(path.basename(where), content);
    });
    return { ...made, where, size, kind: 'file' as const, isElsewhere: false };
  }

  if (target === download) {
    const made = await makePortableBackup(source, (_, content) =>
      pipeline(content, createWriteStream('', { fd: downloadDescriptor })),
    );
    warnOfMissing(made);
    return;
  }
  const made = await (target === undefined ? makeInPlace() : makeFile(target));
  const { where, kind, madeAt, size, isElsewhere } = made;
  console.log(
    `${where} holds ${made.rows} rows of ${made.tables} tables and ${made.files} files (${formatBytes(size)}).`,
  );
  if (passphrase === undefined) {
    console.log(
      'It is not encrypted and does not contain the site’s secret. Keep AUTH_SECRET or DATA_DIR/secret too.',
    );
  }
  warnOfMissing(made);
  await recordBackup(db, { kind, madeAt, size, isElsewhere }).catch((error: unknown) =>
    warn('The admin won’t show this backup', error),
  );
}

function warnOfMissing({ missingFiles }: { missingFiles: string[] }): void {
  for (const missing of missingFiles) console.warn(`${missing} is missing in the storage.`);
}

function readTarget(args: string[]): string | undefined {
  const [target, ...others] = args;
  if (target === undefined || target === download) return target;
  if (others.length > 0 || target.startsWith('-')) throw new ConfigError(usage);
  return resolveGiven(target);
}

/** Resolves a path argument against the folder where the user ran npm. */
export const resolveGiven = (file: string): string =>
  path.resolve(process.env.INIT_CWD ?? '.', file);

const isFolder = (file: string) =>
  statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Returns which backups may be removed, according to the environment and the saved settings. */
async function readPruning(db: Database, { backup }: Config) {
  const { timeZone } = (await readCurrentSettings(db)).booking.value;
  const keptSince = keepsSince(new Date(), await readRetention(db), 'backupMonths');
  return { retention: backup.retention, timeZone, keptSince };
}
