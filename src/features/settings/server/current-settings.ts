import { isDeepStrictEqual } from 'node:util';
import { addAmounts } from '#features/settings/rules/amounts.ts';
import { readStored } from '#features/settings/rules/read-stored.ts';
import {
  type Settings,
  type SettingsSection,
  settingsSchemas,
  settingsSections,
} from '#features/settings/rules/sections.ts';
import { addContents } from '#features/settings/rules/session-contents.ts';
import { withSessionIds } from '#features/settings/rules/session-ids.ts';
import type { Executor } from '#platform/db/executor.ts';
import { defaults } from './defaults.ts';
import { listCurrentVersions, type SettingsVersion } from './queries/settings-versions.ts';

export interface SectionVersion<Section extends SettingsSection = SettingsSection> {
  section: Section;
  /** 0 if it was never saved. */
  version: number;
  value: Settings[Section];
  isDefault: boolean;
  savedAt: Date | null;
  savedBy: string | null;
  /** Which stored fields break the current rules and therefore use their default. */
  problem: string | null;
}

/** The current version of every section. */
export type CurrentSettings = { [Section in SettingsSection]: SectionVersion<Section> };

/** Reads a stored version by the current rules. Without one, returns the default. */
export function readVersion<Section extends SettingsSection>(
  section: Section,
  stored: SettingsVersion | undefined,
): SectionVersion<Section> {
  const fallback = defaults[section];
  const { value, problem } =
    stored?.value == null
      ? { value: fallback, problem: null }
      : readStored(settingsSchemas[section], upgrade(section, stored.value), fallback);
  return {
    section,
    problem,
    value: value as Settings[Section],
    version: stored?.version ?? 0,
    isDefault: isDeepStrictEqual(value, fallback),
    savedAt: stored?.savedAt ?? null,
    savedBy: stored?.savedBy ?? null,
  };
}

/** Adds what cannot come from the default, because it follows from what was stored. */
const upgrade = (section: SettingsSection, stored: unknown) =>
  section === 'offers' ? withSessionIds(addAmounts(addContents(stored))) : stored;

const bySection = <Value>(read: (section: SettingsSection) => Value) =>
  Object.fromEntries(settingsSections.map((section) => [section, read(section)]));

/** Reads the newest stored versions, at most one of each section. */
export const toCurrentSettings = (stored: SettingsVersion[]) =>
  bySection((name) =>
    readVersion(
      name,
      stored.find(({ section }) => section === name),
    ),
  ) as unknown as CurrentSettings;

/** Reads the current settings from the database. */
export const readCurrentSettings = async (db: Executor): Promise<CurrentSettings> =>
  toCurrentSettings(await listCurrentVersions(db));

/** Returns the values without version data. */
export const toSettings = (current: CurrentSettings) =>
  bySection((section) => current[section].value) as unknown as Settings;
