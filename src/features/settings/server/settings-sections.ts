import { isDeepStrictEqual } from 'node:util';
import { withTrueBadges } from '#features/settings/rules/amounts.ts';
import type { BookingSettings } from '#features/settings/rules/booking.ts';
import type { OffersSettings } from '#features/settings/rules/offers.ts';
import type { PicturesSettings } from '#features/settings/rules/pictures.ts';
import {
  keptVersions,
  type Settings,
  type SettingsSection,
  settingsSchemas,
} from '#features/settings/rules/sections.ts';
import { withSessionIds } from '#features/settings/rules/session-ids.ts';
import type { Database, Transaction } from '#platform/db/executor.ts';
import { lockFilesForShare } from '#platform/db/stored-files.ts';
import { editedElsewhere, invalidBody } from '#platform/errors/errors.ts';
import type { SettingsService } from './create-settings.ts';
import { readCurrentSettings, readVersion, type SectionVersion } from './current-settings.ts';
import { defaults, listSamples } from './defaults.ts';
import { type PublicSettings, toPublicSettings } from './public-settings.ts';
import {
  addVersion,
  findCurrentVersion,
  forgetVersions,
  listVersions,
} from './queries/settings-versions.ts';
import { measurePictures, type PictureDeps } from './settings-pictures.ts';

/** The dependencies of the settings use cases. */
export interface SettingsDeps extends PictureDeps {
  db: Database;
  settings: Pick<SettingsService, 'read' | 'noteSaved'>;
  /** Reschedules the reminders of upcoming sessions after their minutes changed. */
  followReminders: (
    transaction: Transaction,
    before: readonly number[],
    after: readonly number[],
  ) => Promise<void>;
  /** Whether the site is only reachable from this machine: then samples are shown. */
  isLocal: boolean;
  /** The companies that can take payments now, because their keys are set. */
  providers: readonly { name: Parameters<typeof toPublicSettings>[2][number] }[];
}

/** Returns a version in the API's format. */
const toItem = ({ isDefault, savedAt, savedBy, ...version }: SectionVersion) => ({
  ...version,
  is_default: isDefault,
  saved_at: savedAt,
  saved_by: savedBy,
  /** The fields that still hold a sample of a new site. */
  samples: listSamples(version.value),
});

/** Lists the current version of every section without its value. */
export async function listSections({ db }: SettingsDeps) {
  const items = Object.values(await readCurrentSettings(db)).map(toItem);
  return { items: items.map(({ value: _, ...item }) => item) };
}

/** Returns the current version of a section. */
export async function readSection({ db }: SettingsDeps, { section }: { section: SettingsSection }) {
  return toItem(readVersion(section, await findCurrentVersion(db, section)));
}

/** Lists the kept versions of a section, newest first. */
export async function listSectionVersions(
  { db }: SettingsDeps,
  { section }: { section: SettingsSection },
) {
  const versions = await listVersions(db, section, keptVersions);
  return { items: versions.map((stored) => toItem(readVersion(section, stored))) };
}

/** Returns what visitors would see with an unsaved value. Throws 422, like saving. */
export async function previewSettings(
  deps: SettingsDeps,
  { section, value }: { section: SettingsSection; value: unknown },
): Promise<PublicSettings> {
  const current = await readCurrentSettings(deps.db);
  const typed = parseValue(section, value);
  const shown =
    section === 'pictures'
      ? await measurePictures(deps, typed as PicturesSettings, current.pictures.value)
      : typed;
  return toPublicSettings(
    { ...current, [section]: { ...current[section], value: shown } },
    deps.isLocal,
    deps.providers.map(({ name }) => name),
  );
}

interface SaveOptions {
  section: SettingsSection;
  /** The version that was read. */
  version: number;
  /** The new value; null restores the default. */
  value: unknown;
  /** The email of the account that saves it. */
  savedBy: string;
}

/**
 * Saves a section. Saving the current value again changes nothing. Throws 422 with the invalid
 * fields, and `edited-elsewhere` (409) if the section has been saved since it was read.
 */
export async function saveSection(deps: SettingsDeps, options: SaveOptions) {
  const value = options.value === null ? null : parseValue(options.section, options.value);
  const saved = await deps.db.transaction((transaction) =>
    storeVersion(deps, transaction, { ...options, value }),
  );
  deps.settings.noteSaved();
  return toItem(saved);
}

/** Checks a value against the schema of its section. Throws 422. */
export function parseValue<Section extends SettingsSection>(
  section: Section,
  sent: unknown,
): Settings[Section] {
  const result = settingsSchemas[section].safeParse(sent);
  if (result.success) {
    const value = section === 'offers' ? settleOffers(result.data as OffersSettings) : result.data;
    return value as Settings[Section];
  }
  const { issues } = result.error;
  throw invalidBody(issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

/** Completes offers that are saved. */
const settleOffers = (offers: OffersSettings) => withSessionIds(withTrueBadges(offers));

async function storeVersion(
  deps: SettingsDeps,
  transaction: Transaction,
  options: SaveOptions & { value: Settings[SettingsSection] | null },
): Promise<SectionVersion> {
  const { section, version, savedBy } = options;
  let { value } = options;
  const before = readVersion(section, await findCurrentVersion(transaction, section));
  if (section === 'pictures' && value) {
    // Prevents deletion of files until the transaction ends.
    await lockFilesForShare(transaction);
    const pictures = before.value as PicturesSettings;
    value = await measurePictures(deps, value as PicturesSettings, pictures);
  }
  if (isDeepStrictEqual(before.value, value ?? defaults[section]) && !before.problem) return before;
  const next = { section, version: before.version + 1, value, savedBy };
  const isNewest = version === before.version && (await addVersion(transaction, next));
  const stored = await findCurrentVersion(transaction, section);
  const current = readVersion(section, stored);
  if (!isNewest) {
    // Two devices may send the same value at the same time.
    if (isDeepStrictEqual(stored?.value ?? null, value)) return current;
    throw editedElsewhere(toItem(current));
  }
  // Consent records refer to versions of the legal texts, so these are all kept.
  if (section !== 'legal') await forgetVersions(transaction, section, next.version - keptVersions);
  if (section === 'booking') {
    const [minutesBefore, minutesNow] = [before, current].map(
      ({ value: rules }) => (rules as BookingSettings).reminderMinutes,
    );
    await deps.followReminders(transaction, minutesBefore ?? [], minutesNow ?? []);
  }
  return current;
}
