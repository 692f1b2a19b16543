export { createSettings, type SettingsService } from './create-settings.ts';
export { createSettingsServices } from './create-settings-services.ts';
export { readCurrentSettings, readVersion } from './current-settings.ts';
export { defaults, isSample, listSamples, testimonialPictures } from './defaults.ts';
export { keepKnownAgreement } from './known-agreement.ts';
export {
  formatMentorTime,
  formatShortMentorTime,
  formatVisitorTime,
  type MentorClock,
  mentorDay,
  mentorInstant,
  nextMentorMidnight,
} from './mentor-time.ts';
export {
  isLocalUrl,
  type PublicSettings,
  type SiteWideSettings,
  toPublicSettings,
} from './public-settings.ts';
export {
  countUp,
  deleteSetting,
  findSetting,
  putSetting,
  takeSetting,
} from './queries/settings.ts';
export { findCurrentVersion } from './queries/settings-versions.ts';
export { readRetention } from './read-retention.ts';
export {
  createReadSettings,
  type ReadSettings,
  type ResolvedSettings,
  type SiteDeps,
} from './resolved-settings.ts';
export { createSettingsResource } from './settings-resource.ts';
export { parseValue, type SettingsDeps } from './settings-sections.ts';
