import { z } from '../zod.ts';
import { bookingSettings } from './booking.ts';
import { legalSettings } from './legal.ts';
import { offersSettings } from './offers.ts';
import { picturesSettings } from './pictures.ts';
import { siteSettings } from './site.ts';
import { textsSettings } from './texts.ts';

/** The schemas of the settings, by section. */
export const settingsSchemas = {
  site: siteSettings,
  offers: offersSettings,
  booking: bookingSettings,
  pictures: picturesSettings,
  texts: textsSettings,
  legal: legalSettings,
} as const;

export type SettingsSection = keyof typeof settingsSchemas;

export const settingsSections = Object.keys(settingsSchemas) as [
  SettingsSection,
  ...SettingsSection[],
];

/** The settings, by section. */
export type Settings = {
  [Section in SettingsSection]: z.output<(typeof settingsSchemas)[Section]>;
};

/** The pages that settings can be previewed on. */
export const previewPages = {
  ...{ '/': 'Home', '/about': 'About', '/services': 'Services', '/mentorship': 'Mentorship' },
  ...{ '/community': 'Community', '/education': 'Education', '/videos': 'Video Insights' },
  ...{ '/freebies': 'Freebies', '/contact': 'Contact' },
  ...{ '/privacy': 'Privacy Policy', '/terms': 'Terms of Service' },
} as const;
export type PreviewPage = keyof typeof previewPages;

/** Where visitors see each section. */
export const sectionPages: Record<SettingsSection, readonly [PreviewPage, ...PreviewPage[]]> = {
  site: ['/', '/contact', '/community'],
  offers: ['/services', '/mentorship', '/'],
  booking: ['/mentorship'],
  pictures: ['/', '/about', '/education'],
  texts: [
    ...(['/', '/about', '/services', '/mentorship', '/community', '/education'] as const),
    ...(['/videos', '/freebies', '/contact'] as const),
  ],
  legal: ['/privacy', '/terms', '/contact', '/services', '/mentorship'],
};

/** How many versions of a section are kept; of `legal` all are. */
export const keptVersions = 20;

/** The path of `/api/settings/:section`. */
export const settingsParam = z.object({
  section: z.enum(settingsSections, 'There is no such section.'),
});

/**
 * The body of `PUT /api/settings/:section`: the version that was read, and the new value. `null`
 * resets the section. The rules of the section are checked afterwards.
 */
export const settingsSave = z.object({
  version: z.int({ error: 'A version is required.' }).min(0),
  value: z.record(z.string(), z.unknown(), 'Send the section as an object.').nullable(),
});

/** The body of `POST /api/settings/:section/preview`. */
export const settingsPreview = z.object({
  path: z.enum(
    Object.keys(previewPages) as [PreviewPage, ...PreviewPage[]],
    'There is no such page.',
  ),
  value: z.record(z.string(), z.unknown(), 'Send the section as an object.'),
});
