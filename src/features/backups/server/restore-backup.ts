import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  createErasureMatcher,
  type Erasure,
  insertErasure,
  listErasures,
  mergeErasures,
  repeatErasures,
} from '#features/erasures/server/index.ts';
import {
  applyEntries,
  type LedgerEntries,
  mergeEntries,
  recordRestore,
} from '#features/ledger/server/index.ts';
import { openMailRestore, parseMails, type WaitingMail } from '#platform/jobs/waiting-mails.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { Checksum } from './archive.ts';
import { type CheckedArchive, checkArchive } from './check-archive.ts';
import type { BackupDestination } from './destination.ts';
import { checkKeptFiles, openKeptFile } from './kept-files.ts';
import { BackupError, type Manifest, readEntryPath } from './manifest.ts';
import { backupFailureKey } from './queries/backups.ts';
import { inspectDatabase } from './snapshot/inspect-database.ts';
import { beginLoad, requireKnownSchema, type SnapshotLoad } from './snapshot/load-snapshot.ts';
import { endedByRestore, type TableShape } from './snapshot/open-snapshot.ts';

interface RestoreOptions {
  /** Where the backup and its files are. */
  destination: BackupDestination;
  name: string;
  passphrase: string | undefined;
  connectionString: string;
  storage: FileStorage;
  /** Overwrites a site that is not empty. */
  isReplacing: boolean;
  /** The erased people that the data folder knows. The database may know more. */
  erasures?: Erasure[] | undefined;
  /** The numbers and the payments that the data folder knows. The database may know more. */
  ledger?: LedgerEntries | undefined;
  /** Secrets that erasures may have been recorded with. */
  secrets?: string[];
  /** Called for each step, with words for the operator. */
  report?: (step: string) => void;
}

export interface RestoredBackup {
  manifest: Manifest;
  files: number;
  /** The secret of the site that was backed up, if the backup is encrypted. */
  secret: string | undefined;
  /** Erasures whose secret is missing: only the records that were known then are erased again. */
  unreadableErasures: readonly Erasure[];
  /** The numbers and payments that are known here now. */
  entries: LedgerEntries;
  /** How many payments arrived after the backup. The admin lists them. */
  laterPayments: number;
}

/**
 * Restores a backup after checking all of it. Rows change in one transaction, which commits after
 * the files are stored. Throws BackupError and ConfigError without changing the database.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { destination, name, passphrase, connectionString, storage, report = () => {} } = options;
  const here = await requireFreeSite(options);
  const erasedHere = mergeErasures(options.erasures ?? [], here.erasures);
  report('Checking the backup');
  const checked = await checkArchive(await destination.open(name), passphrase);
  const { manifest, description } = checked;
  requireKnownSchema(manifest.schema);
  await checkKeptFiles(destination, description);

  const paths = listPaths(checked);
  report(`Restoring ${sumRows(manifest)} rows and ${paths.length} files`);
  const mails = await openMailRestore(connectionString);
  try {
    const load = await beginLoad({ ...manifest, connectionString });
    try {
      const { secret, waiting } = await loadArchive(options, manifest, load);
      await loadKeptFiles(options, checked);
      await mails.replace({ executeSql: load.query }, waiting);
      await load.migrate();
      const secrets = [...(options.secrets ?? []), ...(secret === undefined ? [] : [secret])];
      const unreadableErasures = await settleRows(load, erasedHere, secrets);
      const entries = mergeEntries(options.ledger ?? here.entries, here.entries);
      const laterPayments = await continueLedger(options, manifest, load, entries);
      await load.commit();
      // Remaining files of the former site are swept later.
      await removeOtherFiles(storage, new Set(paths)).catch(() => {});
      return { manifest, files: paths.length, secret, unreadableErasures, entries, laterPayments };
    } finally {
      await load.close();
    }
  } finally {
    await mails.close();
  }
}

/** Returns the number of rows in a backup. */
export const sumRows = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0);

const listPaths = ({ manifest, description }: CheckedArchive): string[] => [
  ...description.files.map(({ path }) => path),
  ...manifest.entries.flatMap((entry) => {
    const known = readEntryPath(entry.path);
    return known?.kind === 'file' ? [known.path] : [];
  }),
];

/**
 * Throws if the site is running, or if the database contains data that may not be overwritten.
 * Returns who was erased, and which numbers were given.
 */
async function requireFreeSite({ connectionString, storage, isReplacing }: RestoreOptions) {
  const { connections, filled, ...here } = await inspectDatabase(connectionString);
  if (connections > 0) {
    throw new BackupError(
      'The site is running on this database. Stop all its processes before you restore a backup.',
    );
  }
  const { done: hasNoFiles } = await storage.list().next();
  const found = hasNoFiles ? filled : [...filled, 'files'];
  if (found.length === 0 || isReplacing) return here;
  throw new BackupError(
    `The site here is not empty (${found.join(', ')}). Use --replace to overwrite it. Everything here is lost.`,
  );
}

/**
 * Loads rows, and the files of a portable backup. Returns the queued emails, and the secret if
 * there is one.
 */
async function loadArchive(
  { destination, name, passphrase, storage }: RestoreOptions,
  manifest: Manifest,
  load: SnapshotLoad,
) {
  const waiting: WaitingMail[] = [];
  const shapes = new Map(manifest.tables.map((table) => [table.name, table]));
  const loaded = new Map<string, number>();
  let secret: string | undefined;

  async function loadRows(shape: TableShape | undefined, rows: Readable): Promise<void> {
    if (!shape) throw changed();
    loaded.set(shape.name, (loaded.get(shape.name) ?? 0) + (await load.load(shape, rows)));
  }

  const again = await checkArchive(
    await destination.open(name),
    passphrase,
    async (entry, content, size) => {
      if (entry.kind === 'rows') await loadRows(shapes.get(entry.table), content);
      else if (entry.kind === 'jobs') waiting.push(...parseMails(await text(content)));
      else if (entry.kind === 'file') await storage.put({ path: entry.path, content, size });
      else secret = await text(content);
    },
  );
  const isComplete =
    waiting.length === manifest.jobs.rows &&
    manifest.tables.every(({ name, rows }) => (loaded.get(name) ?? 0) === rows);
  if (!isComplete || again.manifest.madeAt !== manifest.madeAt) throw changed();
  return { secret, waiting };
}

const changed = () => new BackupError('The backup changed during the restore.');

/** Restores the files that are kept next to the archive. */
async function loadKeptFiles(
  { destination, storage }: RestoreOptions,
  { description }: CheckedArchive,
): Promise<void> {
  for (const file of description.files) {
    const kept = await openKeptFile(destination, file, description);
    const content = new Checksum();
    kept.once('error', (error) => content.destroy(error)).pipe(content);
    await storage.put({ path: file.path, content, size: file.size });
    if (content.digest() !== file.sha256) throw changed();
  }
}

/**
 * Adjusts restored rows within their transaction. Returns the erasures that cannot be repeated by
 * name.
 */
async function settleRows(load: SnapshotLoad, erasedHere: Erasure[], secrets: string[]) {
  // The failure belongs to the site that was backed up.
  await load.query('delete from settings where key = $1', [backupFailureKey]);
  await load.query(`truncate ${endedByRestore.join(', ')}`);
  const restored: Erasure[] = await listErasures(load.db);
  const erasures = mergeErasures(restored, erasedHere);
  for (const erasure of erasures.filter((one) => !restored.includes(one))) {
    await load.query('delete from erasures where id = $1', [erasure.id]);
    await insertErasure(load.db, erasure);
  }
  const matcher = createErasureMatcher(secrets, erasures);
  await repeatErasures(load.db, matcher);
  return matcher.unreadable;
}

/**
 * Makes numbers continue after the last ones that were given, and lists the payments that the backup
 * does not have. Returns how many.
 */
async function continueLedger(
  { ledger }: RestoreOptions,
  { madeAt }: Manifest,
  { db }: SnapshotLoad,
  entries: LedgerEntries,
): Promise<number> {
  // Tells the data folders of other processes to add what only they know.
  if (ledger) await recordRestore(db, { id: randomUUID(), backupMadeAt: madeAt });
  return applyEntries(db, entries, new Date(madeAt));
}

/** Removes the files of the former site. */
async function removeOtherFiles(storage: FileStorage, own: Set<string>): Promise<void> {
  const others: string[] = [];
  for await (const path of storage.list()) if (!own.has(path)) others.push(path);
  for (const path of others) await storage.delete(path).catch(() => {});
}
