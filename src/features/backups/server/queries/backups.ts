import { sql } from 'drizzle-orm';
import { backupKinds } from '#features/backups/rules/backup.ts';
import { deleteSetting, findSetting, putSetting } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { user } from '#platform/db/schema/account-schema.ts';
import { findBackupLock } from '#platform/db/stored-files.ts';
import { z } from '#rules/zod.ts';

const lastKey = 'backup-last';
const nightlyKey = 'backup-nightly';
const elsewhereKey = 'backup-elsewhere';
export const backupFailureKey = 'backup-failure';

/** `size` is in bytes. */
const record = z.object({ madeAt: z.coerce.date(), kind: z.enum(backupKinds), size: z.int() });
const failure = z.object({ failedAt: z.coerce.date(), reason: z.string() });

export type BackupRecord = z.output<typeof record>;
export type BackupFailure = z.output<typeof failure>;

async function findJson<T>(db: Executor, key: string, schema: z.ZodType<T>) {
  const text = await findSetting(db, key);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

/** Returns the newest backup of any kind. */
export const findLastBackup = (db: Executor) => findJson(db, lastKey, record);

/** Returns why the last nightly backup failed, unless a later one succeeded. */
export const findBackupFailure = (db: Executor) => findJson(db, backupFailureKey, failure);

/** Returns when the last nightly backup was made. */
export async function findLastNightly(db: Executor): Promise<Date | undefined> {
  const text = await findSetting(db, nightlyKey);
  return text === undefined ? undefined : new Date(text);
}

/** Returns whether a backup was ever stored elsewhere: downloaded, or in a bucket. */
export const hasBackupElsewhere = async (db: Executor): Promise<boolean> =>
  (await findSetting(db, elsewhereKey)) !== undefined;

/** Returns whether any process is making a backup. */
export const isBackupRunning = async (db: Executor): Promise<boolean> =>
  (await db.execute(sql.raw(findBackupLock))).rows.length > 0;

/** Records that a backup was made. */
export async function recordBackup(
  db: Executor,
  { isElsewhere, ...made }: BackupRecord & { isElsewhere: boolean },
): Promise<void> {
  const madeAt = made.madeAt.toISOString();
  await putSetting(db, lastKey, JSON.stringify(made));
  if (isElsewhere) await putSetting(db, elsewhereKey, madeAt);
  if (made.kind === 'nightly') {
    await putSetting(db, nightlyKey, madeAt);
    await deleteSetting(db, backupFailureKey);
  }
  await notifyBackups(db);
}

/** Records why a nightly backup failed. */
export async function recordBackupFailure(db: Executor, failed: BackupFailure): Promise<void> {
  await putSetting(db, backupFailureKey, JSON.stringify(failed));
  await notifyBackups(db);
}

/** Makes the admin's pages fetch the state of the backups again. */
export const notifyBackups = (db: Executor) =>
  db.execute(sql`select pg_notify('changes', '{"table":"backups","kind":"update"}')`);

/** Returns when the first account was created: from then on there is data to back up. */
export async function findFirstAccountAt(db: Executor): Promise<Date | undefined> {
  const [row] = await db.select({ at: sql<string | null>`min(${user.createdAt})` }).from(user);
  return row?.at ? new Date(row.at) : undefined;
}
