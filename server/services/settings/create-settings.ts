import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '#domain/settings/sections.ts';
import type { Changes } from '#server/db/changes.ts';
import type { Database } from '#server/db/executor.ts';
import {
  listStandingVersions,
  type SettingsVersion,
} from '#server/db/queries/settings-versions.ts';
import type { Logger } from '#server/logger.ts';
import type { SettingsFile } from './settings-file.ts';
import { readStanding, type StandingSettings, toSettings } from './standing-settings.ts';

/** While nothing is heard of changes, what was read is read again after this time, in milliseconds. */
const unheardMs = 1_000;

/** Whoever asks waits so long for the database, in milliseconds; after that, what was known last serves. */
const patienceMs = 1_000;

/** After the database has not answered, the next try is made after this time, in milliseconds. */
const pauseMs = 1_000;

interface SettingsOptions {
  db: Database;
  changes: Pick<Changes, 'listen' | 'isListening'>;
  /** What was known when the site ran last, for as long as the database is away. */
  file: SettingsFile;
  log: Logger;
}

export type SettingsService = ReturnType<typeof createSettings>;

/**
 * Knows what the operator says of the site. It is read once and kept in memory; a change in any
 * process makes each read it again. Asks nothing of the database yet.
 */
export function createSettings({ db, changes, file, log }: SettingsOptions) {
  const listeners = new Set<(settings: Settings, before: Settings) => void>();
  let stored: SettingsVersion[] = file.stored;
  let standing = readStanding(stored);
  let settings = toSettings(standing);
  /** How many changes were heard of, and of how many of them what is known has seen. */
  let heard = 0;
  let seen = -1;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Since when nobody has answered, and until when nobody is asked, unless something is heard. */
  let pause = { since: -1, until: Number.NEGATIVE_INFINITY };
  let isHearing = false;
  let reading: { since: number; done: Promise<void> } | undefined;

  function hearOfChanges(): void {
    if (isHearing) return;
    isHearing = true;
    changes.listen((change) => {
      if (change !== 'resync' && change.table !== 'settings_versions') return;
      heard += 1;
      // Ahead of whoever asks next. Whoever asks is told what went wrong; here nobody does.
      void refresh().catch(() => {});
    });
  }

  /** Reads what stands, once for all who ask, unless something was heard of since that began. */
  function refresh(): Promise<void> {
    if (reading?.since === heard) return reading.done;
    const since = heard;
    const done = readNow(since).finally(() => {
      if (reading?.done === done) reading = undefined;
    });
    reading = { since, done };
    return done;
  }

  async function readNow(since: number): Promise<void> {
    const startedAt = performance.now();
    const found = await listStandingVersions(db);
    // One that began later may have come before it.
    if (since < seen) return;
    seen = since;
    readAt = startedAt;
    if (isSame(found, stored)) return;
    const before = { standing, settings };
    stored = found;
    standing = readStanding(found);
    settings = toSettings(standing);
    logProblems(before.standing);
    file.keep(found);
    for (const listener of listeners) listener(settings, before.settings);
  }

  function logProblems(before: StandingSettings | undefined): void {
    for (const { section, version, problem } of Object.values(standing)) {
      const isNew = before?.[section].version !== version || before[section].problem !== problem;
      if (problem && isNew)
        log.warn({ section, version, problem }, 'Saved settings fall back to their default');
    }
  }

  function isFresh(): boolean {
    const at = performance.now();
    if (pause.since === heard && at < pause.until) return true;
    return seen === heard && (changes.isListening() || at < readAt + unheardMs);
  }

  const rest = (since: number) => {
    pause = { since, until: performance.now() + pauseMs };
  };

  logProblems(undefined);

  /** Waits for what is known to be fresh, while the database answers. */
  async function untilFresh(): Promise<void> {
    hearOfChanges();
    if (isFresh()) return;
    const since = heard;
    try {
      const isRead = await Promise.race([
        refresh().then(() => true),
        delay(patienceMs, false, { ref: false }),
      ]);
      if (!isRead) rest(since);
    } catch (reason) {
      rest(since);
      log.warn({ reason }, 'The settings could not be read; the last known ones are used');
    }
  }

  return {
    /** Returns what stands of every section, whichever process has saved it. */
    async read(): Promise<Settings> {
      await untilFresh();
      return settings;
    },
    /** Returns the same with its versions. */
    async readVersioned(): Promise<StandingSettings> {
      await untilFresh();
      return standing;
    },
    /** Returns what is known, without looking. */
    known: (): Settings => settings,
    /**
     * Returns what stands with its versions, as the database has it now: whoever has just saved at another
     * process is to see it here. What is known last serves where it does not answer.
     */
    async readStanding(): Promise<StandingSettings> {
      hearOfChanges();
      const read = readNow(heard).catch((reason: unknown) =>
        log.warn({ reason }, 'The settings could not be read; the last known ones are used'),
      );
      await Promise.race([read, delay(patienceMs, undefined, { ref: false })]);
      return standing;
    },
    /** Says that something was saved here: the next one who asks gets it. */
    noteSaved(): void {
      heard += 1;
    },
    /** Ends what is under way. */
    close: file.close,
    /** Calls the listener with every change, and what stood before it. */
    listen(listener: (settings: Settings, before: Settings) => void): void {
      listeners.add(listener);
    },
  };
}

/** By their instants too: what was known last may be of another database, as before a backup was restored. */
const isSame = (some: SettingsVersion[], others: SettingsVersion[]) =>
  some.length === others.length &&
  some.every(({ section, version, savedAt }) =>
    others.some(
      (other) =>
        other.section === section && other.version === version && +other.savedAt === +savedAt,
    ),
  );
