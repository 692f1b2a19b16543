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
  countUp,
  deleteSetting,
  findSetting,
  putSetting,
  takeSetting,
} from './queries/settings.ts';
export { findCurrentVersion } from './queries/settings-versions.ts';
export { readRetention } from './read-retention.ts';
export { createSettingsResource } from './settings-resource.ts';
export { parseValue, type SettingsDeps } from './settings-sections.ts';
export { isLocalUrl, type ShownFacts, type SiteWideFacts, toShownFacts } from './shown-facts.ts';
export { createReadFacts, type ReadFacts, type SiteDeps, type SiteFacts } from './site-facts.ts';
