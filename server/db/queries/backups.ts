import { sql } from 'drizzle-orm';
import { backupKinds } from '#domain/backup.ts';
import { z } from '#domain/zod.ts';
import { user } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';
import { deleteSetting, findSetting, putSetting } from './settings.ts';
import { findBackupLock } from './stored-files.ts';

const last = {
  key: 'backup-last',
  schema: z.object({
    madeAt: z.coerce.date(),
    kind: z.enum(backupKinds),
    /** Bytes. */
    size: z.int(),
  }),
};
/** Under which setting it is kept why the last nightly one could not be made. */
export const backupFailureKey = 'backup-failure';
const failure = {
  key: backupFailureKey,
  schema: z.object({ failedAt: z.coerce.date(), reason: z.string() }),
};
const nightlyKey = 'backup-nightly';
/** There while the last try of a night has met another backup. */
const busyKey = 'backup-busy';
const elsewhereKey = 'backup-elsewhere';

/** The newest backup that was made, wherever it went. */
export type BackupRecord = z.output<typeof last.schema>;
export type BackupFailure = z.output<typeof failure.schema>;

async function findRecord<Schema extends z.ZodType>(
  db: Executor,
  { key, schema }: { key: string; schema: Schema },
): Promise<z.output<Schema> | undefined> {
  const text = await findSetting(db, key);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

/** Returns the newest backup that was made, in whichever process, by a job, a command or a press. */
export const findLastBackup = (db: Executor) => findRecord(db, last);

/** Returns why the nightly backup could not be made, unless one was made since. */
export const findBackupFailure = (db: Executor) => findRecord(db, failure);

/** Returns when the last nightly one was made. */
export async function findLastNightly(db: Executor): Promise<Date | undefined> {
  const text = await findSetting(db, nightlyKey);
  return text === undefined ? undefined : new Date(text);
}

/** Returns whether one ever went to where the site is not: to a browser, or into a bucket. */
export const hasBackupElsewhere = async (db: Executor): Promise<boolean> =>
  (await findSetting(db, elsewhereKey)) !== undefined;

/** Returns whether one is being made, in whichever process. */
export async function isBackupRunning(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(sql.raw(findBackupLock));
  return rows.length > 0;
}

/** Remembers that a backup was made. */
export async function recordBackup(
  db: Executor,
  { isElsewhere, ...record }: BackupRecord & { isElsewhere: boolean },
): Promise<void> {
  await putSetting(db, last.key, JSON.stringify(record));
  if (isElsewhere) await putSetting(db, elsewhereKey, record.madeAt.toISOString());
  if (record.kind === 'nightly') {
    await putSetting(db, nightlyKey, record.madeAt.toISOString());
    await deleteSetting(db, failure.key);
    await deleteSetting(db, busyKey);
  }
  await notifyBackups(db);
}

/** Remembers why a nightly backup could not be made. */
export async function recordBackupFailure(db: Executor, record: BackupFailure): Promise<void> {
  await putSetting(db, failure.key, JSON.stringify(record));
  await notifyBackups(db);
}

/** Remembers that a nightly backup met another one. Returns whether the one before it did too. */
export async function noteBusy(db: Executor): Promise<boolean> {
  if ((await findSetting(db, busyKey)) !== undefined) return true;
  await putSetting(db, busyKey, '');
  return false;
}

/** Tells every page of the admin, as the triggers of the tables do. */
export const notifyBackups = (db: Executor) =>
  db.execute(sql`select pg_notify('changes', '{"table":"backups","kind":"update"}')`);

/** Returns since when the site is somebody's: when its first account was made. */
export async function findFirstAccountAt(db: Executor): Promise<Date | undefined> {
  const [row] = await db.select({ at: sql<string | null>`min(${user.createdAt})` }).from(user);
  return row?.at ? new Date(row.at) : undefined;
}
