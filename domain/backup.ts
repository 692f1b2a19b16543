import { dayInZone } from './time-zone.ts';
import { addDays, instantInZone } from './zoned-time.ts';

/** Where a backup went: to a place that is kept in order, to a file that a command named, or to a browser. */
export const backupKinds = ['nightly', 'file', 'download'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** What the first screen of the admin says of the backups. Instants are ISO 8601 in UTC. */
export interface BackupStatus {
  /** The newest one, wherever it went. */
  last: { made_at: string; kind: BackupKind; size: number } | null;
  /** Why the last try of a night was in vain, in words for the mentor; null when it went well. */
  failure: { failed_at: string; reason: string } | null;
  /** Nothing newer than two days is there. */
  is_overdue: boolean;
  /** One is being made. */
  is_running: boolean;
  is_nightly: boolean;
  is_encrypted: boolean;
}

/** The clock of the mentor's at which the nightly one is due, before anything is swept away. */
const nightTime = '02:11';

/** Returns the instant of the last night: what was made before it is not enough any more. */
export function lastNight(now: Date, timeZone: string): Date {
  const today = dayInZone(now, timeZone);
  const tonight = instantInZone(today, nightTime, timeZone);
  return tonight <= now ? tonight : instantInZone(addDays(today, -1), nightTime, timeZone);
}

/** What is known when it is decided whether the next one is due. */
export interface Due {
  /** When the last one was made; nothing where there is none. */
  madeAt: Date | undefined;
  /** Since when there is something to be kept; nothing where there is nothing. */
  since: Date | undefined;
  now: Date;
}

const dayMs = 24 * 60 * 60_000;

/** Whether a night has passed since the last one, or since there is something to be kept. */
export function isNightlyDue({ madeAt, since, now, timeZone }: Due & { timeZone: string }) {
  const from = madeAt ?? since;
  if (from === undefined) return false;
  // A clock that was far ahead once would otherwise end all backups until that time has come.
  const isAhead = from.getTime() - now.getTime() > dayMs;
  return isAhead || from < lastNight(now, timeZone);
}

const twoDaysMs = 2 * dayMs;

/** Whether the last one is so old that somebody has to look. */
export function isOverdue({ madeAt, since, now }: Due): boolean {
  const from = madeAt ?? since;
  return from !== undefined && now.getTime() - from.getTime() > twoDaysMs;
}

const minuteMs = 60_000;

/** The longest first. */
const ageUnits = [
  { unit: 'day', ms: 24 * 60 * minuteMs },
  { unit: 'hour', ms: 60 * minuteMs },
  { unit: 'minute', ms: minuteMs },
] as const;

/** `5 hours ago`: in whole units of the largest kind that fits. */
export function describeAge(instant: Date, now: Date): string {
  const age = now.getTime() - instant.getTime();
  const fitting = ageUnits.find(({ ms }) => age >= ms);
  if (!fitting) return 'moments ago';
  const format = new Intl.RelativeTimeFormat('en');
  return format.format(-Math.floor(age / fitting.ms), fitting.unit);
}

/** How many backups are kept of each span. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Returns those to keep: the newest of each of the last days, weeks and months that have one, on that clock. */
export function listKept<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  { days, weeks, months }: Retention,
  timeZone: string,
): Backup[] {
  const newestFirst = backups
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
    .map((backup) => ({ backup, day: dayInZone(backup.madeAt, timeZone) }));
  const kept = new Set([
    ...newestOfEach(newestFirst, ({ day }) => day, days),
    ...newestOfEach(newestFirst, ({ day }) => mondayOf(day), weeks),
    ...newestOfEach(newestFirst, ({ day }) => day.slice(0, 7), months),
  ]);
  return newestFirst.filter((dated) => kept.has(dated)).map(({ backup }) => backup);
}

function newestOfEach<Item>(
  newestFirst: Item[],
  spanOf: (item: Item) => string,
  count: number,
): Item[] {
  const newest = new Map<string, Item>();
  for (const item of newestFirst) {
    const span = spanOf(item);
    if (newest.size < count && !newest.has(span)) newest.set(span, item);
  }
  return [...newest.values()];
}

/** The day (`YYYY-MM-DD`) on which the week of a day begins. */
function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const nameForm = /^site-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(?:\.age)?$/;

/** `site-2026-11-23T00-11-02Z.tar.zst`, with `.age` at the end where it is encrypted. */
export const nameBackup = (madeAt: Date, { isEncrypted }: { isEncrypted: boolean }): string =>
  `site-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst${isEncrypted ? '.age' : ''}`;

/** Returns when the backup of this name was made; nothing for names of anything else. */
export function readBackupName(name: string): Date | undefined {
  const [, day, hour, minute, second] = nameForm.exec(name) ?? [];
  if (day === undefined) return undefined;
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt;
}
