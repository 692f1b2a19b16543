import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readErasureFile, writeErasureFile } from '#features/erasures/server/index.ts';
import { emptyLedger, readLedgerFile, writeLedgerFile } from '#features/ledger/server/index.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { lockForCommand } from '#platform/config/data-directory.ts';
import { findDatabase } from '#platform/db/reach-database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { createWhole } from '#platform/storage/whole-file.ts';
import { resolveGiven } from './backup-command.ts';
import { listArchives, openBackupDestination } from './destination.ts';
import { BackupError, fingerprintSecret } from './manifest.ts';
import { restoreBackup, sumRows } from './restore-backup.ts';

const usage = `npm run restore -- FILE             restores a backup to an empty site
npm run restore -- FILE --replace   overwrites a site that is not empty
npm run restore -- --list           lists the backups in the destination that BACKUP_* names; FILE can be one of them`;

/** Runs the command `restore` while the site is stopped. Throws ConfigError, BackupError. */
export async function runRestoreCommand(
  config: Config,
  log: Logger,
  args: string[],
): Promise<void> {
  const { file, isReplacing, isList } = readArguments(args);
  await using disposables = new AsyncDisposableStack();
  const destination = openBackupDestination(config.backup);
  disposables.defer(destination.close);
  if (isList) {
    for (const { name } of await listArchives(destination)) console.log(name);
    return;
  }

  disposables.defer(lockForCommand(config.dataDirectory, 'restore the backup'));
  const given = resolveGiven(file);
  const backup = existsSync(given)
    ? {
        destination: openBackupDestination({ directory: path.dirname(given) }),
        name: path.basename(given),
      }
    : { destination, name: await findNamed() };
  const connectionString = await findDatabase(config, log, disposables);
  const storage = createFileStorage(config);
  disposables.defer(storage.close);
  const present = readSecret(config);
  const erasures = await readErasureFile(config.dataDirectory);
  const ledger = (await readLedgerFile(config.dataDirectory)) ?? emptyLedger;
  const restored = await restoreBackup({
    ...backup,
    connectionString,
    storage,
    isReplacing,
    erasures,
    ledger,
    passphrase: config.backup.passphrase,
    secrets: present === undefined ? [] : [present],
    report: (step) => console.log(`${step} …`),
  });
  const { manifest, files, secret, unreadableErasures, entries, laterPayments } = restored;
  await writeLedgerFile(config.dataDirectory, { ...ledger, ...entries });
  // The next start repeats the erasures that this folder does not know, or whose secret is missing.
  const unreadable = new Set(unreadableErasures.map(({ id }) => id));
  const seen = erasures.filter(({ id }) => !unreadable.has(id));
  if (erasures.length > 0) await writeErasureFile(config.dataDirectory, seen);
  // Both are rebuilt from the rows and the files.
  for (const name of ['settings.json', 'cache']) {
    await rm(path.join(config.dataDirectory, name), { recursive: true, force: true });
  }
  const { madeAt, site } = manifest;
  console.log(
    `The backup of ${madeAt.slice(0, 16).replace('T', ' ')} UTC (version ${site.version}) is in place: ${sumRows(manifest)} rows and ${files} files.`,
  );
  console.log(
    'Everyone has to sign in again. Recovery codes are not restored: create new ones on the account page.',
  );
  if (laterPayments > 0) {
    console.warn(
      `${laterPayments} ${laterPayments === 1 ? 'payment' : 'payments'} arrived after this backup. The admin lists them under Money: check each with the provider or the bank.`,
    );
  }
  for (const missing of manifest.missingFiles)
    console.warn(`The backup does not contain ${missing}.`);
  for (const line of await restoreSecret(config, secret, manifest.secretFingerprint)) {
    console.log(line);
  }

  async function findNamed(): Promise<string> {
    const names = (await listArchives(destination)).map(({ name }) => name);
    if (names.includes(file)) return file;
    throw new BackupError(`There is no backup ${file}.`);
  }
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    });
    const [file = '', ...others] = positionals;
    if (others.length > 0 || values.list === (file !== '')) throw new Error();
    return { file, isReplacing: values.replace, isList: values.list };
  } catch {
    throw new ConfigError(usage);
  }
}

const isKeptInFile = ({ authSecret, databaseUrl }: Config) =>
  authSecret === undefined && databaseUrl === undefined;

const secretFileOf = ({ dataDirectory }: Config) => path.join(dataDirectory, 'secret');

/** Returns the secret of this site. A site that was never started has none. */
function readSecret(config: Config): string | undefined {
  const file = secretFileOf(config);
  return isKeptInFile(config) && existsSync(file)
    ? readFileSync(file, 'utf8').trim()
    : config.authSecret;
}

/**
 * Restores the secret of the rows, if it is stored in a file. Returns instructions for the
 * remaining steps.
 */
async function restoreSecret(
  config: Config,
  secret: string | undefined,
  fingerprint: string,
): Promise<string[]> {
  const isInFile = isKeptInFile(config);
  const present = readSecret(config);
  if (present !== undefined && fingerprintSecret(present) === fingerprint) return [];
  if (secret !== undefined && isInFile) {
    await createWhole(config.dataDirectory, 'secret', secret);
    return [];
  }
  if (secret !== undefined) {
    return [
      'Its data is encrypted with another secret. Put this line into .env, replacing any other AUTH_SECRET:',
      `AUTH_SECRET=${secret}`,
    ];
  }
  return [
    `Its data is encrypted with a secret that an unencrypted backup does not contain. Put ${isInFile ? `the former file ${secretFileOf(config)}` : 'the former AUTH_SECRET'} back before the next start:`,
    'without it, two-step sign-in, emailed links, private booking links and connected calendars stop working.',
    'Passwords do. Run `npm run admin -- reset <email> --without-second-factor` for accounts with two-step sign-in.',
  ];
}
