import { isDeepStrictEqual } from 'node:util';
import type { BookingSettings } from '#domain/settings/booking.ts';
import type { PicturesSettings } from '#domain/settings/pictures.ts';
import {
  keptVersions,
  type Settings,
  type SettingsSection,
  settingsSchemas,
} from '#domain/settings/sections.ts';
import type { Database, Transaction } from '#server/db/executor.ts';
import {
  addVersion,
  findStandingVersion,
  forgetVersions,
  listVersions,
} from '#server/db/queries/settings-versions.ts';
import { lockFilesForShare } from '#server/db/queries/stored-files.ts';
import { editedElsewhere, invalidBody } from '#server/errors.ts';
import type { PictureSource } from '#server/pictures/create-pictures.ts';
import {
  followReminders,
  type ReminderDeps,
} from '#server/services/bookings/queue-booking-mails.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import type { SettingsService } from './create-settings.ts';
import { defaults, listSamples } from './defaults.ts';
import { measurePictures, requirePictures } from './settings-pictures.ts';
import { type ShownFacts, toShownFacts, toTextVersion } from './shown-facts.ts';
import {
  readVersion,
  type StandingSection,
  type StandingSettings,
  toSettings,
} from './standing-settings.ts';

/** What the use cases of the settings work on. */
export interface SettingsDeps extends ReminderDeps {
  db: Database;
  settings: Pick<SettingsService, 'read' | 'readStanding' | 'noteSaved'>;
  storage: FileStorage;
  findPictureSource: (url: string) => Promise<PictureSource | undefined>;
  publicDirectory: string;
  /** Whether only this machine can reach the site: samples are shown then. */
  isLocal: boolean;
}

const toItem = ({
  section,
  version,
  value,
  isDefault,
  savedAt,
  savedBy,
  problem,
}: StandingSection) => ({
  section,
  version,
  is_default: isDefault,
  saved_at: savedAt?.toISOString() ?? null,
  saved_by: savedBy,
  problem,
  /** The fields that still hold a sample of a new site. */
  samples: listSamples(value),
});

/** Lists what stands of every section, without its value. */
export async function listSections({ settings }: SettingsDeps) {
  return { items: Object.values(await settings.readStanding()).map(toItem) };
}

const toWhole = (standing: StandingSection) => ({
  ...toItem(standing),
  value: standing.value,
  defaults: defaults[standing.section],
});

/** Returns what stands of a section, and what it would be as the site came. */
export async function readSection({ db }: SettingsDeps, { section }: { section: SettingsSection }) {
  return toWhole(readVersion(section, await findStandingVersion(db, section)));
}

/** Lists the kept versions of a section, newest first. */
export async function listSectionVersions(
  { db }: SettingsDeps,
  { section }: { section: SettingsSection },
) {
  const versions = await listVersions(db, section, keptVersions);
  return {
    items: versions.map((stored) => {
      const version = readVersion(section, stored);
      return { ...toItem(version), value: version.value };
    }),
  };
}

/** Returns what visitors would see with a value that is not saved. Throws 422 as saving does. */
export async function previewFacts(
  deps: SettingsDeps,
  { section, value }: { section: SettingsSection; value: unknown },
): Promise<ShownFacts> {
  const standing = await deps.settings.readStanding();
  const typed = { ...standing[section], value: await toValue(deps, section, value) };
  const shown = { ...standing, [section]: typed } as StandingSettings;
  return toShownFacts(toSettings(shown), { isLocal: deps.isLocal, ...toTextVersion(shown) });
}

interface SaveOptions {
  section: SettingsSection;
  /** The version that was read. */
  version: number;
  /** What takes its place; null is the default again. */
  value: unknown;
  /** The email of the account that saves it. */
  savedBy: string;
}

/**
 * Saves a section for all to see. Repeating what stands saves nothing. Throws 422 with the fields
 * that break a rule, and `edited-elsewhere` (409) when somebody else has saved it since.
 */
export async function saveSection(deps: SettingsDeps, options: SaveOptions) {
  const { section } = options;
  const value = await toValue(deps, section, options.value);
  const saved = await deps.db.transaction((transaction) =>
    storeVersion(deps, transaction, { ...options, value }),
  );
  deps.settings.noteSaved();
  return toWhole(saved);
}

/** Holds what was sent to the rules of its section. Throws 422. */
async function toValue(
  deps: SettingsDeps,
  section: SettingsSection,
  sent: unknown,
): Promise<Settings[SettingsSection] | null> {
  if (sent === null) return null;
  const result = settingsSchemas[section].safeParse(sent);
  if (!result.success) {
    const { issues } = result.error;
    throw invalidBody(issues.map(({ path, message }) => ({ field: path.join('.'), message })));
  }
  return section === 'pictures'
    ? measurePictures(deps, result.data as PicturesSettings)
    : result.data;
}

async function storeVersion(
  deps: SettingsDeps,
  transaction: Transaction,
  { section, version, value, savedBy }: SaveOptions & { value: Settings[SettingsSection] | null },
): Promise<StandingSection> {
  if (section === 'pictures' && value) {
    await lockFilesForShare(transaction);
    await requirePictures(deps, value as PicturesSettings);
  }
  const before = readVersion(section, await findStandingVersion(transaction, section));
  if (isDeepStrictEqual(before.value, value ?? defaults[section]) && !before.problem) return before;
  const next = { section, version: before.version + 1, value, savedBy };
  const isNewest = version === before.version && (await addVersion(transaction, next));
  const stored = await findStandingVersion(transaction, section);
  const standing = readVersion(section, stored);
  if (!isNewest) {
    // Of two that send the same at once, both have saved it.
    if (isDeepStrictEqual(stored?.value ?? null, value)) return standing;
    throw editedElsewhere(toWhole(standing));
  }
  // What somebody has agreed to names the version that stood then: of these all are kept.
  if (section !== 'legal') await forgetVersions(transaction, section, next.version - keptVersions);
  if (section === 'booking') {
    const minutesOf = ({ value: rules }: StandingSection) =>
      (rules as BookingSettings).reminderMinutes;
    await followReminders(deps, transaction, minutesOf(before), minutesOf(standing));
  }
  return standing;
}
