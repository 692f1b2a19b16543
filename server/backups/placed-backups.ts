import { listKept, nameBackup, type Retention } from '#domain/backup.ts';
import type { BackupPlace } from './backup-place.ts';
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts';

interface NightlyOptions extends BackupSource {
  place: BackupPlace;
}

/** What has been made there. */
export interface PlacedBackupMade extends MadeBackup {
  name: string;
  /** Bytes. */
  size: number;
}

/** Makes a backup where they are kept in order. Throws BackupRunningError, BackupError. */
export async function makePlacedBackup({
  place,
  ...source
}: NightlyOptions): Promise<PlacedBackupMade> {
  let name = '';
  let size = 0;
  const made = await makeBackup(source, async (content, { madeAt }) => {
    // Whoever may write to a place may not always look about in it.
    await place.removeUnfinished().catch(() => {});
    name = nameBackup(madeAt, { isEncrypted: source.passphrase !== undefined });
    size = await place.write(name, content);
  });
  return { ...made, name, size };
}

interface PruneOptions {
  retention: Retention;
  timeZone: string;
  keptSince: Date;
}

/** Removes those that are too old by now, or were made before an instant. Returns how many. */
export async function pruneBackups(
  place: BackupPlace,
  { retention, timeZone, keptSince }: PruneOptions,
): Promise<number> {
  const placed = await place.list();
  const kept = new Set(listKept(placed, retention, timeZone));
  const old = placed.filter((backup) => !kept.has(backup) || backup.madeAt < keptSince);
  for (const { name } of old) await place.remove(name);
  return old.length;
}
