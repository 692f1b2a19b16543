import { readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { PgBoss } from 'pg-boss';
import { bucketName } from '#domain/stored-file.ts';
import { mentor } from '#tests/support/accounts.ts';
import { inObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { openPassage } from '#tests/support/passage.ts';
import { createDirectory } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { startMailServer } from './mail-server.ts';
import { openOutsideDatabase } from './outside-database.ts';
import { createOwnClock, ownClockMissing } from './own-clock.ts';
import { startSiteTree } from './site-tree.ts';
import { mountSmallDisk, smallDiskMissing } from './small-disk.ts';

/** A site and all that it needs: on one machine, beside services elsewhere, or with a clock that is set. */
export type WorldKind = 'one machine' | 'services' | 'its own clock';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Longer ago than anything is kept that nobody names. */
const longAgo = new Date(Date.now() - 60 * 24 * 3_600_000);

/** Starts a new site with what it needs, all of which can be taken away from it. */
export async function openWorld(kind: WorldKind) {
  await using opened = new AsyncDisposableStack();
  const directory = await createDirectory();
  opened.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  const dataDirectory = path.join(directory, 'data');
  const disk = smallDiskMissing ? undefined : mountSmallDisk(dataDirectory);
  if (disk) opened.defer(async () => void disk.unmount());
  const mail = await startMailServer();
  opened.defer(mail.close);
  const isAlone = kind === 'one machine';
  const clock =
    kind === 'its own clock' && !ownClockMissing ? createOwnClock(directory) : undefined;
  const database = isAlone
    ? undefined
    : await openOutsideDatabase(path.join(directory, 'database'), clock);
  if (database) opened.defer(database.close);
  const objects = isAlone ? undefined : await startObjectStore(directory);
  if (objects) opened.defer(objects.close);
  const files =
    objects &&
    (await openPassage({ host: '127.0.0.1', port: Number(new URL(objects.config.endpoint).port) }));
  if (files) opened.defer(files.close);

  const site = await startSiteTree(directory, {
    DATA_DIR: dataDirectory,
    SMTP_URL: mail.url,
    ADMIN_EMAIL: mentor.email,
    ADMIN_PASSWORD: mentor.password,
    BACKUP_NIGHTLY: 'off',
    ...(database && { DATABASE_URL: database.connectionString }),
    ...(objects &&
      files && { ...inObjectStore(objects), S3_ENDPOINT: `http://127.0.0.1:${files.port}` }),
    ...clock?.environment,
  });
  opened.defer(site.stop);

  const findDatabase = () =>
    database ? Promise.resolve(database.directString) : findPrivateDatabase(dataDirectory);
  const bucket = objects
    ? path.join(directory, 'objects/uploads')
    : path.join(dataDirectory, 'uploads', bucketName);
  const inbox = path.join(dataDirectory, 'uploads-in-progress');

  const running = opened.move();
  return {
    ...{ url: site.url, site, mail, disk, clock, database, files, dataDirectory },
    /** Asks the database past everything that stands before it. */
    query: async (text: string, values: unknown[] = []) =>
      query(await findDatabase(), text, values),
    /** Every file that is stored, by the address at which it is served. */
    async listStored(): Promise<string[]> {
      const names = await listFiles(bucket);
      // The object store has some of its own beside each.
      const ends = objects ? /\._S3rver_object$/ : /$/;
      return names.filter((name) => ends.test(name)).map((name) => name.replace(ends, ''));
    },
    listInbox: () => listFiles(inbox),
    /** Makes every file look as if it had lain there for long, and has the site clear away what nobody names. */
    async sweep(): Promise<void> {
      for (const folder of [bucket, inbox]) {
        for (const name of await listFiles(folder))
          await utimes(path.join(folder, name), longAgo, longAgo);
      }
      await query(await findDatabase(), 'update uploads set touched_at = $1', [longAgo]);
      const boss = new PgBoss({
        ...{ connectionString: await findDatabase(), max: 1 },
        ...{ supervise: false, schedule: false },
      });
      boss.on('error', () => {});
      await boss.start();
      await boss.send('sweep-uploads', {});
      await boss.stop({ graceful: false });
      // It looks for this job once a minute, and when it starts.
      await site.stop();
      await site.start();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The files below a folder, by their paths in it; none where there is no such folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}
