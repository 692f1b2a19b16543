import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findStoragePath, ownerPathOf } from '#domain/stored-file.ts';
import { listFileUrls, listNamedPaths } from '#server/db/queries/stored-files.ts';
import { jobColumns, openSnapshot, type Snapshot } from '#server/db/snapshot/open-snapshot.ts';
import { mailQueues } from '#server/jobs/send-mail.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { BackupError } from './backup-error.ts';
import {
  entryPaths,
  filePath,
  formatVersion,
  jobsPath,
  type Manifest,
  rowsPath,
} from './manifest.ts';
import { fingerprintSecret } from './secret-fingerprint.ts';
import { splitRows } from './split-rows.ts';
import { type ArchiveWriter, createArchiveWriter } from './write-archive.ts';

/** What a backup is made of. */
export interface BackupSource {
  connectionString: string;
  storage: FileStorage;
  /** The secret of the site; it is kept in encrypted backups alone. */
  secret: string;
  passphrase: string | undefined;
  site: { version: string; url: string };
  /** Goes to a browser: every other backup goes first. */
  isDownload?: boolean;
}

/** What has been made. */
export interface MadeBackup {
  madeAt: Date;
  tables: number;
  rows: number;
  files: number;
  /** Of files that rows name and the storage does not have. */
  missingFiles: string[];
}

/** Where nothing comes or nobody takes for so long, there is no use in waiting. In milliseconds. */
const usualPatienceMs = 15 * 60_000;

/**
 * Makes a backup while the site runs: one look at the database, and the files that it names. Hands
 * its bytes to `take`, which is to read them to the end; they are as many as it takes, and few at a
 * time. Throws BackupRunningError, and BackupError when it comes to a halt.
 */
export async function makeBackup(
  source: BackupSource,
  take: (content: Readable, about: { madeAt: Date }) => Promise<void>,
  patienceMs = usualPatienceMs,
): Promise<MadeBackup> {
  const { connectionString, passphrase, isDownload } = source;
  const snapshot = await openSnapshot({ connectionString, queues: mailQueues, isDownload });
  try {
    const { madeAt } = snapshot;
    const archive = createArchiveWriter({ madeAt });
    const content = failWhenHalted(await archive.read(passphrase), patienceMs);
    const taking = take(content, { madeAt }).catch((error: Error) => {
      // Whoever does not read on would keep it waiting, and so would a database that is silent.
      content.destroy();
      archive.fail(error);
      void snapshot.close().catch(() => {});
      throw error;
    });
    const filling = fill(archive, source, snapshot).catch((error: Error) => {
      archive.fail(error);
      throw error;
    });
    // Whichever fails ends the other. Whoever takes knows the cause in both cases.
    const [filled, taken] = await Promise.allSettled([filling, taking]);
    if (taken.status === 'rejected') throw taken.reason;
    if (filled.status === 'rejected') throw filled.reason;
    return filled.value;
  } finally {
    await snapshot.close().catch(() => {});
  }
}

/** Others wait for it: the next backup, and every file that is to be deleted. */
function failWhenHalted(content: Readable, patienceMs: number): Readable {
  const watched = new Transform({
    transform(chunk: Buffer, _, done) {
      deadline.refresh();
      done(null, chunk);
    },
  });
  const deadline = setTimeout(() => {
    watched.destroy(new BackupError('It stopped responding.'));
  }, patienceMs);
  watched.once('close', () => clearTimeout(deadline));
  // Whoever takes it meets what goes wrong with it.
  pipeline(content, watched).catch(() => {});
  return watched;
}

async function fill(
  archive: ArchiveWriter,
  { storage, secret, passphrase, site }: BackupSource,
  snapshot: Snapshot,
): Promise<MadeBackup> {
  const { madeAt, schema } = snapshot;
  const about = { format: formatVersion, madeAt: madeAt.toISOString(), site } as const;
  await archive.add(entryPaths.description, toJson(about));
  if (passphrase !== undefined) await archive.add(entryPaths.secret, Buffer.from(secret));

  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const toPath = (part: number) => rowsPath(table.name, part);
    tables.push({ ...table, rows: await addRows(archive, snapshot.copyRows(table), toPath) });
  }
  const waiting = snapshot.copyJobs();
  const jobs = waiting ? await addRows(archive, waiting, jobsPath) : 0;
  const { paths, missing } = await listFiles(snapshot, storage);
  await snapshot.endTransaction();

  let files = 0;
  for (const path of paths) {
    await snapshot.requireFilesKept();
    const file = await storage.find(path);
    if (file) {
      await archive.add(filePath(path), { stream: await storage.open(path), size: file.size });
      files += 1;
    } else missing.push(path);
  }
  await snapshot.requireFilesKept();

  const manifest: Manifest = {
    ...{ ...about, schema, tables },
    secretFingerprint: fingerprintSecret(secret),
    jobs: { columns: jobColumns, rows: jobs },
    missingFiles: missing,
    entries: [...archive.entries],
  };
  await archive.add(entryPaths.manifest, toJson(manifest));
  archive.finish();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { madeAt, tables: tables.length, rows, files, missingFiles: missing };
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function addRows(
  archive: ArchiveWriter,
  copied: Readable,
  toPath: (part: number) => string,
): Promise<number> {
  let sum = 0;
  let number = 1;
  for await (const { part, rows } of splitRows(copied)) {
    await archive.add(toPath(number), part);
    sum += rows;
    number += 1;
  }
  return sum;
}

/** So many paths are asked about at once. */
const batchSize = 200;

/**
 * Lists the files that belong to the snapshot: those that the sweep of uploads would keep. Names
 * those too that a record is nothing without and that are not there.
 */
async function listFiles({ db, tables }: Snapshot, storage: FileStorage) {
  const paths: string[] = [];
  let batch: string[] = [];
  const take = async () => {
    const named = new Set(await listNamedPaths(db, batch.map(ownerPathOf), tables));
    paths.push(...batch.filter((path) => named.has(ownerPathOf(path))));
    batch = [];
  };
  for await (const path of storage.list()) {
    batch.push(path);
    if (batch.length === batchSize) await take();
  }
  await take();

  const found = new Set(paths);
  const wanted = (await listFileUrls(db, tables)).map(findStoragePath);
  const missing = wanted.filter((path) => path !== undefined && !found.has(path));
  return { paths: paths.sort(), missing: [...new Set(missing)] as string[] };
}
