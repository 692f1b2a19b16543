import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '#features/settings/rules/sections.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { Database } from '#platform/db/executor.ts';
import { describeError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createWhole } from '#platform/storage/whole-file.ts';
import { type CurrentSettings, toCurrentSettings, toSettings } from './current-settings.ts';
import { listCurrentVersions, type SettingsVersion } from './queries/settings-versions.ts';

/** How long the settings are cached without change notifications, in milliseconds. */
const maxAgeMs = 1_000;

/**
 * How long a caller waits for the database before it gets the last known settings, in milliseconds.
 */
const timeoutMs = 1_000;

/** The delay after a failed read, in milliseconds. */
const pauseMs = 1_000;

const fileName = 'settings.json';

interface SettingsOptions {
  db: Database;
  changes: Pick<Changes, 'listen' | 'isListening'>;
  /** Stores a copy of the settings, for starting without the database. */
  directory: string;
  log: Logger;
}

export type SettingsService = Awaited<ReturnType<typeof createSettings>>;

/**
 * Caches the settings in memory and reads them again when any process changes them. While the
 * database is unavailable, returns the last known ones. Sends no query yet.
 */
export async function createSettings({ db, changes, directory, log }: SettingsOptions) {
  const listeners = new Set<(settings: Settings, before: Settings) => void>();
  let stored = await readCopy(directory, log);
  let current = toCurrentSettings(stored);
  let settings = toSettings(current);
  let saving = Promise.resolve();
  /** How many changes were announced, and how many of them the cached settings include. */
  let announced = 0;
  let included = -1;
  let readAt = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;
  let reading: { upTo: number; done: Promise<void> } | undefined;
  let isListening = false;

  function listenForChanges(): void {
    if (isListening) return;
    isListening = true;
    changes.listen((change) => {
      if (change !== 'resync' && change.table !== 'settings_versions') return;
      announced += 1;
      retryAt = Number.NEGATIVE_INFINITY;
      // Reads ahead of the next caller, who handles a failure.
      void refresh().catch(() => {});
    });
  }

  /**
   * Reads once for all concurrent callers. A read that started before a change is not used for
   * callers after it.
   */
  function refresh(): Promise<void> {
    if (reading?.upTo === announced) return reading.done;
    const done = load(announced).finally(() => {
      if (reading?.done === done) reading = undefined;
    });
    reading = { upTo: announced, done };
    return done;
  }

  async function load(upTo: number): Promise<void> {
    const startedAt = performance.now();
    const found = await listCurrentVersions(db);
    // A read that began later may have finished first.
    if (upTo < included) return;
    included = upTo;
    readAt = startedAt;
    if (JSON.stringify(found) !== JSON.stringify(stored)) replace(found);
  }

  function replace(found: SettingsVersion[]): void {
    const before = settings;
    stored = found;
    current = toCurrentSettings(found);
    settings = toSettings(current);
    logProblems(current, log);
    saving = saving
      .then(() => createWhole(directory, fileName, JSON.stringify(found)))
      .catch((error: unknown) =>
        log.warn({ reason: describeError(error) }, 'The settings could not be copied to the disk'),
      );
    for (const listener of listeners) listener(settings, before);
  }

  function isFresh(): boolean {
    const now = performance.now();
    if (now < retryAt) return true;
    return included === announced && (changes.isListening() || now < readAt + maxAgeMs);
  }

  /** Waits until the cached settings are current, if the database answers in time. */
  async function untilFresh(): Promise<void> {
    listenForChanges();
    if (isFresh()) return;
    const upTo = announced;
    const timeout = delay(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error('The database did not answer in time');
    });
    try {
      await Promise.race([refresh(), timeout]);
    } catch (reason) {
      if (upTo === announced) retryAt = performance.now() + pauseMs;
      log.warn({ reason }, 'The settings could not be read; the last known ones are used');
    }
  }

  logProblems(current, log);
  return {
    /** Returns the settings, including what any process has saved. */
    async read(): Promise<Settings> {
      await untilFresh();
      return settings;
    },
    async readVersioned(): Promise<CurrentSettings> {
      await untilFresh();
      return current;
    },
    /** Returns the cached settings without reading. */
    known: (): Settings => settings,
    /** Makes the next caller read the changes that this process has just saved. */
    noteSaved(): void {
      announced += 1;
    },
    /** Calls the listener after every change. */
    listen(listener: (settings: Settings, before: Settings) => void): void {
      listeners.add(listener);
    },
    /** Waits until the copy is on the disk. */
    close: () => saving,
  };
}

function logProblems(current: CurrentSettings, log: Logger): void {
  for (const { section, version, problem } of Object.values(current))
    if (problem)
      log.warn({ section, version, problem }, 'Saved settings fall back to their default');
}

/**
 * Reads the copy of the settings. Without the database, the site needs the mentor's email address
 * from it.
 */
async function readCopy(directory: string, log: Logger): Promise<SettingsVersion[]> {
  const text = await readFile(path.join(directory, fileName), 'utf8').catch(() => '[]');
  try {
    const versions: SettingsVersion[] = JSON.parse(text);
    return versions.map((version) => ({ ...version, savedAt: new Date(version.savedAt) }));
  } catch {
    log.warn({ file: fileName }, 'The copy of the settings is unreadable and will be replaced');
    return [];
  }
}
