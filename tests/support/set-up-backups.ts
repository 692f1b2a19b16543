import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type BackupSource, makeBackup } from '#server/backups/make-backup.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { lookAtDatabase } from '#server/db/snapshot/look-at-database.ts';
import { createFileStorage, type FileStorage } from '#server/storage/file-storage.ts';
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

/** A site, or what is to become one. */
export interface Place {
  database: TestDatabase;
  storage: FileStorage;
}

interface Restoring {
  open?: () => Promise<Readable>;
  isReplacing?: boolean;
  freeBytes?: number;
  passphrase?: string;
  storage?: FileStorage;
}

/** One that waits until tomorrow, one that is under way, one that is done. */
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

/** Prepares for the tests of a file a site with something of everything, and for each of them an empty one. */
export function setUpBackups() {
  let directory: string;
  let source: Place;
  let target: Place;

  /** Opens another storage, below the folder of the tests. */
  const openStorage = (name: string = randomUUID()) =>
    createFileStorage({ dataDirectory: path.join(directory, name), objectStorage: undefined });

  const describeSource = (changes: Partial<BackupSource> = {}): BackupSource => ({
    ...{ connectionString: source.database.connectionString, storage: source.storage },
    ...{ secret: testSecret, passphrase: undefined },
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
    /** What a backup of the site that is filled is made of, unless something else is named. */
    describeSource,
    /** Makes a backup of the same. */
    async make(changes?: Partial<BackupSource>): Promise<Buffer> {
      let bytes = Buffer.alloc(0);
      await makeBackup(describeSource(changes), async (content) => {
        bytes = await buffer(content);
      });
      return bytes;
    },
    /** Restores one on the site that is empty. */
    restore: (bytes: Buffer, { isReplacing = false, ...changes }: Restoring = {}) =>
      restoreBackup({
        open: async () => Readable.from([bytes], { objectMode: false }),
        ...{ connectionString: target.database.connectionString, storage: target.storage },
        ...{ passphrase: undefined, isReplacing, ...changes },
      }),
    /** Asks the database that something is restored on. */
    ask: (text: string, values?: unknown[]) =>
      query(target.database.connectionString, text, values),
    /** Whether nothing has come to the site that was empty. */
    async isEmpty(): Promise<boolean> {
      const { filled } = await lookAtDatabase(target.database.connectionString, []);
      return filled.length === 0 && Object.keys(await readFiles(target.storage)).length === 0;
    },
    /** Returns what a restored site has to hold. */
    async readSource() {
      const [rows, jobs, { [orphan]: _, ...files }] = await read(source);
      return [rows, jobs, files];
    },
  };
}
