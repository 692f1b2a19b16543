import { Readable } from 'node:stream';
import { nameBackup } from '#features/backups/rules/backup.ts';
import { listFileUrls, listNamedPaths } from '#platform/db/stored-files.ts';
import { formatMails } from '#platform/jobs/waiting-mails.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { findStoragePath, isStoragePath, ownerPathOf } from '#rules/stored-file.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive.ts';
import type { BackupDestination } from './destination.ts';
import { type KeptFiles, openKeptFiles, type Pruning } from './kept-files.ts';
import {
  filePath,
  fingerprintSecret,
  formats,
  jobsPath,
  type Manifest,
  rowsPath,
} from './manifest.ts';
import { openSnapshot, type Snapshot } from './snapshot/open-snapshot.ts';

export interface BackupSource {
  connectionString: string;
  storage: FileStorage;
  /** The secret of the site. Only encrypted backups contain it. */
  secret: string;
  passphrase: string | undefined;
  site: { version: string; url: string };
}

export interface MadeBackup {
  madeAt: Date;
  tables: number;
  rows: number;
  files: number;
  /** Files that rows name but the storage does not have. */
  missingFiles: string[];
}

/** Receives the content of an archive and its name, and reads it to the end. */
type TakeArchive = (name: string, content: Readable) => Promise<unknown>;

/** Makes a portable backup while the site runs: one file with everything. Throws BackupRunningError. */
export async function makePortableBackup(
  source: BackupSource,
  take: TakeArchive,
): Promise<MadeBackup> {
  await using snapshot = await openSnapshot(source.connectionString);
  const archive = await createArchiveWriter(source.passphrase);
  return await writeArchive({ ...source, snapshot, archive }, take);
}

interface StoredBackupOptions {
  destination: BackupDestination;
  /** Returns which backups may be removed after the new one. */
  readPruning: () => Promise<Pruning>;
  /** Called when old backups cannot be removed. */
  warn: (error: unknown) => void;
}

/**
 * Makes a backup at the configured destination while the site runs: an archive of the rows, and the files
 * that are not kept there yet. Then removes old backups. Throws BackupRunningError.
 */
export async function makeStoredBackup(
  source: BackupSource,
  { destination, readPruning, warn }: StoredBackupOptions,
): Promise<MadeBackup & { name: string; size: number }> {
  await using snapshot = await openSnapshot(source.connectionString);
  // The key may have permission to write but not to list.
  await destination.removeUnfinished().catch(() => {});
  // Both derive keys, before reading files takes up memory too.
  const keptFiles = await openKeptFiles({ ...source, destination });
  const archive = await createArchiveWriter(source.passphrase);
  // Most files are stored before the transaction, which should be short.
  await keptFiles.keep((await listFiles(snapshot, source.storage)).paths);
  const written = { name: '', size: 0 };
  const take = async (name: string, content: Readable) => {
    written.name = name;
    written.size = await destination.write(name, content);
  };
  const made = await writeArchive({ ...source, snapshot, archive }, take, keptFiles);
  try {
    await snapshot.requireLocks();
    await keptFiles.prune(written.name, await readPruning());
  } catch (error) {
    warn(error);
  }
  return { ...made, ...written };
}

interface Writing extends BackupSource {
  snapshot: Snapshot;
  archive: ArchiveWriter;
}

/** Fills an archive with everything, or with only the names of files if they are kept. */
async function writeArchive(
  { snapshot, archive, passphrase, secret, site, storage }: Writing,
  take: TakeArchive,
  keptFiles?: KeptFiles,
): Promise<MadeBackup> {
  const { madeAt, schema, hasJobs } = await snapshot.begin();
  const { paths, missing } = await listFiles(snapshot, storage);
  const name = nameBackup(madeAt, { isEncrypted: passphrase !== undefined });
  const taking = take(name, archive.content).catch((error: Error) => {
    archive.fail(error);
    throw error;
  });

  async function fill(): Promise<MadeBackup> {
    const format = keptFiles ? formats.kept : formats.portable;
    const about = { format, madeAt: madeAt.toISOString(), site };
    const files = await keptFiles?.keep(paths);
    const description = { ...about, files, filesPassphrase: keptFiles?.filesPassphrase };
    await archive.add('backup.json', toJson(description));
    if (passphrase !== undefined) await archive.add('secret', secret);
    const tables: Manifest['tables'] = [];
    for (const table of await snapshot.listTables()) {
      tables.push({ ...table, rows: await addRows(archive, snapshot.copyRows(table), table.name) });
    }
    const mails = hasJobs ? await snapshot.listWaitingMails() : [];
    await archive.add(jobsPath, formatMails(mails));
    await snapshot.commit();
    if (!keptFiles) await addFiles(archive, snapshot, storage, paths);

    const manifest: Manifest = {
      ...about,
      schema,
      tables,
      missingFiles: missing,
      secretFingerprint: fingerprintSecret(secret),
      jobs: { rows: mails.length },
      entries: [...archive.entries],
    };
    await archive.add('manifest.json', toJson(manifest));
    archive.finish();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      madeAt,
      rows,
      missingFiles: missing,
      tables: tables.length,
      files: paths.length,
    };
  }

  const filling = fill().catch((error: Error) => {
    archive.fail(error);
    throw error;
  });
  // A failure on either side ends the other, and the taker sees the original error.
  const [taken, filled] = await Promise.allSettled([taking, filling]);
  if (taken.status === 'rejected') throw taken.reason;
  if (filled.status === 'rejected') throw filled.reason;
  return filled.value;
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

/** The size of a part of the rows, in bytes. A tar entry's size must be known first. */
const partBytes = 4 * 1024 * 1024;

/** Adds rows in parts, split between rows. Returns the number of rows. */
async function addRows(
  archive: ArchiveWriter,
  copied: Readable & { rowCount: number },
  table: string,
): Promise<number> {
  let part = 1;
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    // COPY escapes line breaks within a row.
    const end = chunk.lastIndexOf('\n') + 1;
    if (length + end >= partBytes && end > 0) {
      const stream = Readable.from([...chunks, chunk.subarray(0, end)]);
      await archive.add(rowsPath(table, part), { stream, size: length + end });
      part += 1;
      chunks = [chunk.subarray(end)];
      length = chunk.length - end;
    } else {
      chunks.push(chunk);
      length += chunk.length;
    }
  }
  if (length > 0) {
    await archive.add(rowsPath(table, part), { stream: Readable.from(chunks), size: length });
  }
  return copied.rowCount;
}

async function addFiles(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  storage: FileStorage,
  paths: string[],
): Promise<void> {
  for (const path of paths) {
    const file = await storage.find(path);
    if (!file) throw new Error(`${path} was deleted during the backup`);
    await archive.add(filePath(path), { stream: await storage.open(path), size: file.size });
  }
  await snapshot.requireLocks();
}

/** How many paths are looked up at a time. */
const batchSize = 200;

/** Lists the stored files that rows name, and the required paths that the storage does not have. */
async function listFiles({ db, listTables }: Snapshot, storage: FileStorage) {
  const tables = await listTables();
  const paths: string[] = [];
  let batch: string[] = [];
  const look = async () => {
    const named = new Set(await listNamedPaths(db, batch.map(ownerPathOf), tables));
    paths.push(...batch.filter((path) => named.has(ownerPathOf(path))));
    batch = [];
  };
  for await (const path of storage.list()) {
    batch.push(path);
    if (batch.length === batchSize) await look();
  }
  await look();

  const found = new Set(paths);
  const needed = (await listFileUrls(db, tables)).flatMap(
    (url) => findStoragePath(url) ?? (isStoragePath(url) ? url : []),
  );
  const missing = needed.filter((path) => !found.has(path));
  return { paths: paths.sort(), missing: [...new Set(missing)] };
}
