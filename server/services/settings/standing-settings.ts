import { isDeepStrictEqual } from 'node:util';
import { readStored } from '#domain/settings/read-stored.ts';
import {
  type Settings,
  type SettingsSection,
  settingsSchemas,
  settingsSections,
} from '#domain/settings/sections.ts';
import type { SettingsVersion } from '#server/db/queries/settings-versions.ts';
import { defaults } from './defaults.ts';

/** What stands of a section, and since when. */
export interface StandingSection<Section extends SettingsSection = SettingsSection> {
  section: Section;
  /** 0: it was never saved. */
  version: number;
  value: Settings[Section];
  isDefault: boolean;
  savedAt: Date | null;
  savedBy: string | null;
  /** What of the stored value does not fit any more, and so stands as it came with the site. */
  problem: string | null;
}

export type StandingSettings = { [Section in SettingsSection]: StandingSection<Section> };

/** Returns what a stored version means, held to the rules of today. */
export function readVersion<Section extends SettingsSection>(
  section: Section,
  stored: Pick<SettingsVersion, 'version' | 'value' | 'savedAt' | 'savedBy'> | undefined,
): StandingSection<Section> {
  const fallback = defaults[section];
  const { value, problem } =
    stored?.value == null
      ? { value: fallback, problem: null }
      : readStored(settingsSchemas[section], stored.value, fallback);
  return {
    ...{ section, problem },
    value: value as Settings[Section],
    version: stored?.version ?? 0,
    isDefault: isDeepStrictEqual(value, fallback),
    savedAt: stored?.savedAt ?? null,
    savedBy: stored?.savedBy ?? null,
  };
}

/** Returns what stands of every section. */
export const readStanding = (stored: SettingsVersion[]): StandingSettings =>
  Object.fromEntries(
    settingsSections.map((section) => [
      section,
      readVersion(
        section,
        stored.find((version) => version.section === section),
      ),
    ]),
  ) as unknown as StandingSettings;

/** Returns the values alone. */
export const toSettings = (standing: StandingSettings): Settings =>
  Object.fromEntries(
    settingsSections.map((section) => [section, standing[section].value]),
  ) as unknown as Settings;
