import { dayInZone } from '#rules/time-zone.ts';
import { addDays, instantInZone } from '#rules/zoned-time.ts';

/** The kind of a backup: at the nightly destination, in a file that a command named, or downloaded. */
export const backupKinds = ['nightly', 'file', 'download'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** The state of the backups for the admin. Instants are ISO 8601 in UTC. */
export interface BackupStatus {
  /** The newest backup of any kind. */
  last: { made_at: string; kind: BackupKind; size: number } | null;
  /** Why the last nightly backup failed, in words for the mentor; null if it succeeded. */
  failure: { failed_at: string; reason: string } | null;
  /** Whether the newest backup is older than two days. */
  is_overdue: boolean;
  is_running: boolean;
  is_nightly: boolean;
  is_encrypted: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** When the nightly backup is due in the mentor's time zone: before the jobs that delete. */
const nightTime = '02:11';

/** Returns when the last nightly backup was due. */
export function lastNight(now: Date, timeZone: string): Date {
  const today = dayInZone(now, timeZone);
  const tonight = instantInZone(today, nightTime, timeZone);
  return tonight <= now ? tonight : instantInZone(addDays(today, -1), nightTime, timeZone);
}

export interface Due {
  /** When the last backup was made, if any. */
  madeAt: Date | undefined;
  /** Since when there is data to back up, if any. */
  since: Date | undefined;
  now: Date;
}

/** Returns whether a night has passed since the last backup, or since the first data. */
export function isNightlyDue({ madeAt, since, now, timeZone }: Due & { timeZone: string }) {
  const from = madeAt ?? since;
  if (from === undefined) return false;
  // A clock that was once ahead must not stop the backups until that time.
  const isAhead = from.getTime() - now.getTime() > dayMs;
  return isAhead || from < lastNight(now, timeZone);
}

/** Returns whether the last backup is too old. */
export function isOverdue({ madeAt, since, now }: Due): boolean {
  const from = madeAt ?? since;
  return from !== undefined && now.getTime() - from.getTime() > 2 * dayMs;
}

const ageUnits = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
] as const;

/** Returns an age in whole units of the largest kind that fits: `5 hours ago`. */
export function describeAge(instant: Date, now: Date): string {
  const age = now.getTime() - instant.getTime();
  const fitting = ageUnits.find(({ ms }) => age >= ms);
  if (!fitting) return 'moments ago';
  const format = new Intl.RelativeTimeFormat('en');
  return format.format(-Math.floor(age / fitting.ms), fitting.unit);
}

/** How many backups are kept per day, week and month. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/**
 * Returns the newest backup of each of the last days, weeks and months that have one, in that time
 * zone.
 */
export function listKept<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  { days, weeks, months }: Retention,
  timeZone: string,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const newestOfEach = (toSpan: (day: string) => string, count: number) => {
    const bySpan = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const span = toSpan(dayInZone(backup.madeAt, timeZone));
      if (!bySpan.has(span)) bySpan.set(span, backup);
    }
    return [...bySpan.values()].slice(0, count);
  };
  const kept = new Set([
    ...newestOfEach((day) => day, days),
    ...newestOfEach(mondayOf, weeks),
    ...newestOfEach((day) => day.slice(0, 7), months),
  ]);
  return newestFirst.filter((backup) => kept.has(backup));
}

/** Returns the Monday (`YYYY-MM-DD`) of a day's week. */
function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const nameForm = /^site-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(?:\.age)?$/;

/** Returns the name of a backup: `site-2026-11-23T00-11-02Z.tar.zst`, with `.age` if it is encrypted. */
export const nameBackup = (madeAt: Date, { isEncrypted }: { isEncrypted: boolean }): string =>
  `site-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst${isEncrypted ? '.age' : ''}`;

/** Returns when the backup with this name was made, or undefined for other names. */
export function readBackupName(name: string): Date | undefined {
  const [, day, hour, minute, second] = nameForm.exec(name) ?? [];
  if (day === undefined) return undefined;
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt;
}
