import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '#domain/measures.ts';
import { backupFailureKey } from '#server/db/queries/backups.ts';
import { insertErasure, listErasures } from '#server/db/queries/erasures.ts';
import {
  beginLoad,
  requireKnownSchema,
  type SnapshotLoad,
} from '#server/db/snapshot/load-snapshot.ts';
import { lookAtDatabase } from '#server/db/snapshot/look-at-database.ts';
import { endedByRestore, type TableShape } from '#server/db/snapshot/open-snapshot.ts';
import { type Erasure, mergeErasures } from '#server/erasures/erasure.ts';
import { createErasureMatcher } from '#server/erasures/erasure-matcher.ts';
import { repeatErasures } from '#server/erasures/repeat-erasures.ts';
import { openJobRestore, type WaitingJob } from '#server/jobs/restore-jobs.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { BackupError } from './backup-error.ts';
import { checkArchive } from './check-archive.ts';
import { type Manifest, readEntryPath } from './manifest.ts';
import { readArchive } from './read-archive.ts';
import { Checksum } from './write-archive.ts';

interface RestoreOptions {
  /** Opens the backup from its beginning. It is read twice. */
  open: () => Promise<Readable>;
  passphrase: string | undefined;
  connectionString: string;
  storage: FileStorage;
  /** Puts it in the place of a site that is not empty. */
  isReplacing: boolean;
  /** How many bytes the disk of the files has left; absent where they go into a bucket. */
  freeBytes?: number | undefined;
  /** Who was erased, as far as the data folder knows: the database that goes may know of others. */
  erasures?: Erasure[] | undefined;
  /** Under which those may have been noted: the site's own, where it is known. */
  secrets?: string[];
  /** Is told what is done next, in words for whoever waits. */
  report?: (step: string) => void;
}

/** What has been restored. */
export interface RestoredBackup {
  manifest: Manifest;
  /** The secret of the site that was backed up, where the backup is encrypted. */
  secret: string | undefined;
  /** Those of whom the secret is missing: of them only records that were known then are gone. */
  unreadableErasures: readonly Erasure[];
}

/**
 * Puts a backup in place, once all of it was checked: the rows in one transaction, the files before
 * it ends. Throws BackupError, and ConfigError, with the database as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { open, passphrase, connectionString, storage, report = () => {} } = options;
  const { secrets = [], erasures: ownErasures = [] } = options;
  // A large one takes long to read: what is in its way can be said before.
  await requireFreePlace(options);
  report('Checking the backup');
  const manifest = await checkArchive(await open(), passphrase);
  requireKnownSchema(manifest.schema);
  requireRoom(options, manifest);
  const erasedHere = mergeErasures(ownErasures, await requireFreePlace(options, manifest));

  report(`Restoring ${sumRows(manifest)} rows and ${sumFiles(manifest)} files`);
  const jobs = await openJobRestore(connectionString);
  try {
    const load = await beginLoad({ ...manifest, connectionString });
    try {
      const secret = await loadArchive({ ...options, manifest, load, source: await open() });
      await addJobs(load, jobs);
      await load.migrate();
      const known = secret === undefined ? secrets : [...secrets, secret];
      const unreadableErasures = await settleRows(load, erasedHere, known);
      await load.commit();
      // The rows are in place for good: what is left of the files the sweep of uploads finds.
      await removeOtherFiles(storage, manifest).catch(() => {});
      return { manifest, secret, unreadableErasures };
    } finally {
      await load.close();
    }
  } finally {
    await jobs.close();
  }
}

/** Returns how many rows of all tables a backup has. */
export const sumRows = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Returns how many uploaded files it has. */
export const sumFiles = ({ entries }: Manifest) => listFiles(entries).length;

function listFiles(entries: Manifest['entries']): string[] {
  return entries.flatMap(({ path }) => {
    const entry = readEntryPath(path);
    return entry?.kind === 'file' ? [entry.path] : [];
  });
}

/** Throws where the files would fill the disk. Those of a site that is replaced go when all is in place. */
function requireRoom(
  { freeBytes = Number.POSITIVE_INFINITY }: RestoreOptions,
  { entries }: Manifest,
) {
  const needed = entries
    .filter(({ path }) => readEntryPath(path)?.kind === 'file')
    .reduce((sum, { size }) => sum + size, 0);
  if (needed < freeBytes) return;
  throw new BackupError(
    `The files of this backup take ${formatBytes(needed)}, and the disk for them has ${formatBytes(freeBytes)} left. Free some space, or set DATA_DIR to a folder on a larger disk.`,
  );
}

/**
 * Throws where a site is at work, or holds something that nobody has said may go. Whether tables are
 * strangers' is not known before the manifest is: a site of another version may have had them. Returns
 * who was erased here.
 */
async function requireFreePlace(
  { connectionString, storage, isReplacing }: RestoreOptions,
  manifest?: Manifest,
): Promise<Erasure[]> {
  const known = manifest?.tables.map(({ name }) => name) ?? [];
  const { connections, filled, foreign, erasures } = await lookAtDatabase(connectionString, known);
  if (connections > 0) {
    throw new BackupError(
      'The site is running on this database. Stop all its processes before you restore a backup.',
    );
  }
  if (manifest && foreign.length > 0) {
    throw new BackupError(
      `The database holds tables that are not the site's (${foreign.join(', ')}). Give the site a database of its own.`,
    );
  }
  const { done } = await storage.list().next();
  const ours = filled.filter((name) => !foreign.includes(name));
  if ((ours.length > 0 || !done) && !isReplacing) {
    const what = [...ours, ...(done ? [] : ['files'])].join(', ');
    throw new BackupError(
      `The site here is not empty (${what}). Use --replace to overwrite it. Everything here is lost.`,
    );
  }
  return erasures;
}

interface LoadOptions extends Pick<RestoreOptions, 'storage' | 'passphrase'> {
  manifest: Manifest;
  load: SnapshotLoad;
  source: Readable;
}

/** Where the jobs are on their way to the queue. */
const waitingTable = 'waiting_jobs';

/** Puts rows and files in place, as they come. Returns the secret, if there is one. */
async function loadArchive(options: LoadOptions): Promise<string | undefined> {
  const { manifest, load, storage } = options;
  await load.query(
    `create temp table ${waitingTable} (id uuid, name text, data jsonb, start_after timestamptz) on commit drop`,
  );
  const shapes = new Map(manifest.tables.map((table) => [table.name, table]));
  const waiting = { name: waitingTable, ...manifest.jobs };
  const sums = new Map(manifest.entries.map(({ path, sha256 }) => [path, sha256]));
  const loaded = new Map<string, number>();
  let secret: string | undefined;

  const loadRows = async (shape: TableShape | undefined, rows: Readable) => {
    if (!shape) throw changed();
    loaded.set(shape.name, (loaded.get(shape.name) ?? 0) + (await load.load(shape, rows)));
  };

  for await (const { path, size, content } of readArchive(options.source, options.passphrase)) {
    const entry = readEntryPath(path);
    if (entry?.kind === 'manifest') continue;
    const sum = new Checksum();
    const passing = pipeline(content, sum);
    // Whoever takes the bytes meets what goes wrong with them.
    passing.catch(() => {});
    if (entry?.kind === 'rows') await loadRows(shapes.get(entry.table), sum);
    else if (entry?.kind === 'jobs') await loadRows(waiting, sum);
    else if (entry?.kind === 'file') await storage.put({ path: entry.path, content: sum, size });
    else if (entry?.kind === 'secret') secret = await text(sum);
    else sum.resume();
    await passing;
    if (sums.get(path) !== sum.digest()) throw changed();
  }
  for (const { name, rows } of [...manifest.tables, waiting]) {
    if ((loaded.get(name) ?? 0) !== rows) throw changed();
  }
  return secret;
}

const changed = () => new BackupError('The backup changed during the restore.');

/** So many jobs go to the queue at once. */
const jobsAtOnce = 500;

/** Lets the jobs wait again, within the transaction of the rows. */
async function addJobs(
  load: SnapshotLoad,
  jobs: Awaited<ReturnType<typeof openJobRestore>>,
): Promise<void> {
  const db = { executeSql: load.query };
  await jobs.empty(db);
  for (;;) {
    const { rows } = await load.query(
      `delete from ${waitingTable} where ctid = any (
        array(select ctid from ${waitingTable} limit ${jobsAtOnce})
      ) returning id, name, data, start_after`,
    );
    if (rows.length === 0) return;
    await jobs.add(db, rows as WaitingJob[]);
  }
}

/**
 * What is done once all rows are in: in their transaction, with the tables as this version has them,
 * before anybody can see them.
 */
async function settleRows(load: SnapshotLoad, erasedHere: Erasure[], secrets: string[]) {
  // What kept the site from backing itself up was of the place that it was at.
  await load.query('delete from settings where key = $1', [backupFailureKey]);
  await load.query(`truncate ${endedByRestore.join(', ')}`);
  // Whoever was erased, here or there, stays so, and whatever comes next knows of all of them.
  const restored = await listErasures(load.db);
  const erasures = mergeErasures(restored, erasedHere);
  for (const erasure of erasures.filter((one) => !(restored as Erasure[]).includes(one))) {
    await load.query('delete from erasures where id = $1', [erasure.id]);
    await insertErasure(load.db, erasure);
  }
  const matcher = createErasureMatcher(secrets, erasures);
  await repeatErasures(load.db, matcher);
  return matcher.unreadable;
}

/** Takes away the files of the site that was here. */
async function removeOtherFiles(storage: FileStorage, manifest: Manifest): Promise<void> {
  const own = new Set(listFiles(manifest.entries));
  const others: string[] = [];
  for await (const path of storage.list()) if (!own.has(path)) others.push(path);
  for (const path of others) await storage.delete(path).catch(() => {});
}
