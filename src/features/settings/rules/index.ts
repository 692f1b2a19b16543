export type { BookingSettings } from './booking.ts';
export { isOptional, metaOf } from './fields.ts';
export type { LegalSettings, RetentionSettings } from './legal.ts';
export {
  type MailProblem,
  type MailServerSettings,
  type MailServerStatus,
  mailServerForm,
  mailServerSettings,
} from './mail.ts';
export { type MailProviderName, mailProviders } from './mail-providers.ts';
export { fillMailWords, type MailWords } from './mail-words.ts';
export type { MentorshipOption, OffersSettings, Plan } from './offers.ts';
export type { PaymentsSettings } from './payments.ts';
export type { PicturesSettings, SettingsPicture } from './pictures.ts';
export { type PreviewMail, type Settings, settingsSchemas, settingsSections } from './sections.ts';
export type { SiteSettings } from './site.ts';
export type { ItemsSection, TextsSettings } from './texts.ts';
