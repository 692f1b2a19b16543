import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  type BackupDestination,
  openBackupDestination,
} from '#features/backups/server/destination.ts';
import {
  type BackupSource,
  makePortableBackup,
  makeStoredBackup,
} from '#features/backups/server/make-backup.ts';
import { restoreBackup } from '#features/backups/server/restore-backup.ts';
import { inspectDatabase } from '#features/backups/server/snapshot/inspect-database.ts';
import type { LedgerEntries } from '#features/ledger/server/index.ts';
import { createFileStorage, type FileStorage } from '#platform/storage/file-storage.ts';
import {
  fillDatabase,
  fillStorage,
  orphan,
  readFiles,
  readRows,
  readWaitingJobs,
} from './backups.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testSecret } from './secret.ts';
import { query } from './site-state.ts';

/** A site, or an empty destination for one. */
export interface Place {
  database: TestDatabase;
  storage: FileStorage;
}

interface Restoring {
  isReplacing?: boolean;
  passphrase?: string;
  storage?: FileStorage;
  ledger?: LedgerEntries;
}

/** Inserts three mails: one for tomorrow, one that is being sent, and one that was sent. */
const queueMails = (connectionString: string) =>
  query(
    connectionString,
    `insert into pgboss.job (name, data, state, start_after) values
      ('send-mail', '{"kind": "lead-notice", "text": "tab\\t"}', 'created', now() + interval '1 day'),
      ('send-mail', '{"kind": "lead-notice", "text": "2"}', 'active', now()),
      ('send-mail-failed', '{"kind": "lead-notice", "text": "3"}', 'retry', now()),
      ('send-mail', '{"kind": "lead-notice", "text": "4"}', 'completed', now()),
      ('sweep-trash', 'null', 'created', now())`,
  );

const read = ({ database: { connectionString }, storage }: Place) =>
  Promise.all([readRows(connectionString), readWaitingJobs(connectionString), readFiles(storage)]);

/**
 * Prepares a site with a row in every table for the tests of a file, and an empty site for each
 * test.
 */
export function setUpBackups() {
  let directory: string;
  let source: Place;
  let target: Place;

  /** Opens another storage below the folder of the tests. */
  const openStorage = (name: string = randomUUID()) =>
    createFileStorage({ dataDirectory: path.join(directory, name), objectStorage: undefined });

  const describeSource = (changes: Partial<BackupSource> = {}): BackupSource => ({
    connectionString: source.database.connectionString,
    storage: source.storage,
    secret: testSecret,
    passphrase: undefined,
    site: { version: '1.0.0', url: 'http://localhost:3000' },
    ...changes,
  });

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'backups-'));
    source = { database: await createTestDatabase(), storage: openStorage() };
    await fillDatabase(source.database.connectionString);
    await fillStorage(source.storage);
    await queueMails(source.database.connectionString);
  });
  afterAll(async () => {
    await source.database.drop();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    target = { database: await createTestDatabase(), storage: openStorage() };
  });
  afterEach(() => target.database.drop());

  return {
    openStorage,
    read,
    source: () => source,
    target: () => target,
    directory: () => directory,
    /** Describes the filled site, with changes. */
    describeSource,
    destination: () => openBackupDestination({ directory: path.join(directory, 'kept') }),
    /** Makes a portable backup of the filled site. */
    async make(changes?: Partial<BackupSource>): Promise<Buffer> {
      let bytes = Buffer.alloc(0);
      await makePortableBackup(describeSource(changes), async (_, content) => {
        bytes = await buffer(content);
      });
      return bytes;
    },
    /** Backs up the filled site to a destination, and removes old files there. */
    makeStored: (
      destination: BackupDestination,
      changes?: Partial<BackupSource>,
      retention = { days: 7, weeks: 0, months: 0 },
    ) =>
      makeStoredBackup(describeSource(changes), {
        destination,
        readPruning: async () => ({ retention, timeZone: 'UTC', keptSince: new Date(0) }),
        warn: (error) => {
          throw error;
        },
      }),
    /** Restores an archive, or a backup in a destination, to the empty site. */
    async restore(
      from: Buffer | { destination: BackupDestination; name: string },
      { isReplacing = false, ...changes }: Restoring = {},
    ) {
      const name = randomUUID();
      const destination = openBackupDestination({ directory: directory });
      if (Buffer.isBuffer(from)) await writeFile(path.join(directory, name), from);
      return restoreBackup({
        ...(Buffer.isBuffer(from) ? { destination, name } : from),
        connectionString: target.database.connectionString,
        storage: target.storage,
        passphrase: undefined,
        isReplacing,
        ...changes,
      });
    },
    /** Queries the database of the restored site. */
    ask: (text: string, values?: unknown[]) =>
      query(target.database.connectionString, text, values),
    /** Returns whether the empty site is still empty. */
    async isEmpty(): Promise<boolean> {
      const { filled } = await inspectDatabase(target.database.connectionString);
      return filled.length === 0 && Object.keys(await readFiles(target.storage)).length === 0;
    },
    /** Returns what a restored site must contain. */
    async readSource() {
      const [rows, jobs, { [orphan]: _, ...files }] = await read(source);
      return [rows, jobs, files];
    },
  };
}
