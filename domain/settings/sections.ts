import { z } from '../zod.ts';
import { bookingSettings } from './booking.ts';
import { legalSettings } from './legal.ts';
import { offersSettings } from './offers.ts';
import { picturesSettings } from './pictures.ts';
import { siteSettings } from './site.ts';
import { textsSettings } from './texts.ts';

/** What the mentor can change, by section: the rules of each. */
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

/** All that the operator says of the site, by section. */
export type Settings = {
  [Section in SettingsSection]: z.output<(typeof settingsSchemas)[Section]>;
};

/** So many saved versions of a section are kept and shown, of `legal` all; the newest one stands. */
export const keptVersions = 20;

/** The path of `/api/settings/:section`. */
export const settingsParam = z.object({
  section: z.enum(settingsSections, 'There is no such section.'),
});

/**
 * The body of `PUT /api/settings/:section`: the version that was read, and what takes its place.
 * `null` is the default again. The rules of the section are asked afterwards.
 */
export const settingsSave = z.object({
  version: z.int({ error: 'Please say which version you have read.' }).min(0),
  value: z.record(z.string(), z.unknown(), 'Please send the section as an object.').nullable(),
});
