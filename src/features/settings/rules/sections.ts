import { z } from '#rules/zod.ts';
import { bookingSettings } from './booking.ts';
import { legalSettings } from './legal.ts';
import { offersSettings } from './offers.ts';
import { paymentsSettings } from './payments.ts';
import { picturesSettings } from './pictures.ts';
import { siteSettings } from './site.ts';
import { textsSettings } from './texts.ts';

/** The schemas of the settings, by section. */
export const settingsSchemas = {
  site: siteSettings,
  offers: offersSettings,
  booking: bookingSettings,
  payments: paymentsSettings,
  pictures: picturesSettings,
  texts: textsSettings,
  legal: legalSettings,
} as const;

export type SettingsSection = keyof typeof settingsSchemas;

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as [Key, ...Key[]];

export const settingsSections = keysOf(settingsSchemas);

/** The settings, by section. */
export type Settings = {
  [Section in SettingsSection]: z.output<(typeof settingsSchemas)[Section]>;
};

const previewMails = { confirmation: 'Confirmation email', reminder: 'Reminder email' } as const;
export type PreviewMail = keyof typeof previewMails;

export const isPreviewMail = (preview: string): preview is PreviewMail => preview in previewMails;

/** The pages and emails that can preview the settings. */
export const previews = {
  '/': 'Home',
  '/about': 'About',
  '/services': 'Services',
  '/mentorship': 'Mentorship',
  '/community': 'Community',
  '/education': 'Education',
  '/videos': 'Video Insights',
  '/freebies': 'Freebies',
  '/contact': 'Contact',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  ...previewMails,
} as const;
export type Preview = keyof typeof previews;

/** Where visitors see each section. */
export const sectionPreviews: Record<SettingsSection, readonly [Preview, ...Preview[]]> = {
  site: ['/', '/contact', '/community'],
  offers: ['/services', '/mentorship', '/'],
  booking: ['/mentorship'],
  payments: ['/privacy'],
  pictures: ['/', '/about', '/education'],
  texts: [
    ...(['/', '/about', '/services', '/mentorship', '/community', '/education'] as const),
    ...(['/videos', '/freebies', '/contact', 'confirmation', 'reminder'] as const),
  ],
  legal: ['/privacy', '/terms', '/contact', '/services', '/mentorship'],
};

/** The number of versions of a section that are kept. All versions of `legal` are kept. */
export const keptVersions = 20;

/** The path of `/api/settings/:section`. */
export const settingsParam = z.object({
  section: z.enum(settingsSections, 'This section does not exist.'),
});

const sentSection = z.record(z.string(), z.unknown(), 'Send the section as an object.');

/**
 * The body of `PUT /api/settings/:section`: the version that was read, and the new value, or `null`
 * to reset it.
 */
export const settingsSave = z.object({
  version: z.int({ error: 'A version is required.' }).min(0),
  value: sentSection.nullable(),
});

/** The body of `POST /api/settings/:section/preview`. */
export const settingsPreview = z.object({
  path: z.enum(keysOf(previews), 'This page does not exist.'),
  value: sentSection,
});
