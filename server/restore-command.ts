import { existsSync, readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { resolveGiven } from './backup-command.ts';
import { explainUnreadable } from './backups/explain-refusal.ts';
import { openBackupPlace } from './backups/open-place.ts';
import { restoreBackup, sumFiles, sumRows } from './backups/restore-backup.ts';
import { fingerprintSecret } from './backups/secret-fingerprint.ts';
import { type Config, ConfigError } from './config.ts';
import { DataDirectoryInUseError, lockDataDirectory } from './data-directory.ts';
import { readErasureFile, writeErasureFile } from './erasures/erasure-file.ts';
import type { Logger } from './logger.ts';
import { findDatabase } from './reach-database.ts';
import { readFreeBytes } from './read-free-bytes.ts';
import { createFileStorage } from './storage/file-storage.ts';
import { createWhole } from './whole-file.ts';

const usage = `npm run restore -- FILE             restores a backup to an empty site
npm run restore -- FILE --replace   overwrites a site that is not empty
npm run restore -- --list           lists the backups in the place that BACKUP_* names; FILE can be one of them`;

/** The command `restore`, while the site stands still. Throws ConfigError, BackupError. */
export async function runRestoreCommand(
  config: Config,
  log: Logger,
  args: string[],
): Promise<void> {
  const { file, isReplacing, isList } = readArguments(args);
  await using disposables = new AsyncDisposableStack();
  const place = openBackupPlace(config.backup);
  disposables.defer(place.close);
  if (isList) {
    for (const { name } of await place.list()) console.log(name);
    return;
  }

  disposables.defer(lockForRestore(config.dataDirectory));
  const connectionString = await findDatabase(config, log, disposables);
  const storage = createFileStorage(config);
  disposables.defer(storage.close);
  const present = readSecret(config);
  const erasures = await readErasureFile(config.dataDirectory);
  const { manifest, secret, unreadableErasures } = await restoreBackup({
    ...{ connectionString, storage, isReplacing, passphrase: config.backup.passphrase },
    freeBytes: config.objectStorage ? undefined : await readFreeBytes(config.dataDirectory),
    erasures,
    secrets: present === undefined ? [] : [present],
    open: () => openGiven(file),
    report: (step) => console.log(`${step} …`),
  });
  // What this folder has not seen, or could not be done without the secret, the next start does.
  const unreadable = new Set(unreadableErasures.map(({ id }) => id));
  const seen = erasures.filter(({ id }) => !unreadable.has(id));
  if (erasures.length > 0) await writeErasureFile(config.dataDirectory, seen);
  // What is made of the rows and the files is made anew.
  for (const name of ['settings.json', 'cache']) {
    await rm(path.join(config.dataDirectory, name), { recursive: true, force: true });
  }
  const { madeAt, site } = manifest;
  console.log(
    `The backup of ${madeAt.slice(0, 16).replace('T', ' ')} UTC (version ${site.version}) is in place: ${sumRows(manifest)} rows and ${sumFiles(manifest)} files.`,
  );
  console.log(
    'Everyone has to sign in again. Recovery codes are not restored: create new ones on the account page.',
  );
  for (const missing of manifest.missingFiles)
    console.warn(`The backup does not contain ${missing}.`);
  for (const line of await restoreSecret(config, secret, manifest.secretFingerprint)) {
    console.log(line);
  }

  async function openGiven(given: string): Promise<Readable> {
    const file = await openFile(resolveGiven(given));
    if (file) return file;
    const placed = (await place.list()).find(({ name }) => name === given);
    if (!placed) throw new ConfigError(`There is no backup ${given}.`);
    return place.open(placed.name);
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

/** Opens a file; nothing where there is none. */
async function openFile(file: string): Promise<Readable | undefined> {
  try {
    const handle = await open(file);
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream();
    await handle.close();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new ConfigError(explainUnreadable(file, error));
  }
  throw new ConfigError(`${file} is a folder. Name the backup that is in it.`);
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

function lockForRestore(dataDirectory: string): () => void {
  try {
    return lockDataDirectory(dataDirectory);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    throw new DataDirectoryInUseError(
      `${error.message}\nIf the site is running, stop it, restore the backup and start it again.`,
    );
  }
}

const secretFile = 'secret';

const isKeptInFile = ({ authSecret, databaseUrl }: Config) =>
  authSecret === undefined && databaseUrl === undefined;

/** Returns the secret that the site here has; nothing for one that was never started. */
function readSecret(config: Config): string | undefined {
  const file = path.join(config.dataDirectory, secretFile);
  return isKeptInFile(config) && existsSync(file)
    ? readFileSync(file, 'utf8').trim()
    : config.authSecret;
}

/**
 * Puts the secret in place that belongs to the rows, where the site keeps its own, or says what is to
 * be done about it. Returns lines to print; nothing where it is there already.
 */
async function restoreSecret(
  config: Config,
  secret: string | undefined,
  fingerprint: string,
): Promise<string[]> {
  const { dataDirectory } = config;
  const isInFile = isKeptInFile(config);
  const file = path.join(dataDirectory, secretFile);
  const present = readSecret(config);
  if (present !== undefined && fingerprintSecret(present) === fingerprint) return [];
  if (secret !== undefined && isInFile) {
    await createWhole(dataDirectory, secretFile, secret);
    return [];
  }
  if (secret !== undefined) {
    return [
      'Its data is encrypted with another secret. Put this line into .env, replacing any other AUTH_SECRET:',
      `AUTH_SECRET=${secret}`,
    ];
  }
  return [
    `Its data is encrypted with a secret that an unencrypted backup does not contain. Put ${isInFile ? `the former file ${file}` : 'the former AUTH_SECRET'} back before the next start:`,
    'without it, two-step sign-in, emailed links, private booking links and connected calendars stop working.',
    'Passwords do. Run `npm run admin -- reset <email> --without-second-factor` for accounts with two-step sign-in.',
  ];
}
