import type { SettingsPicture } from '#domain/settings/pictures.ts';
import type { ShownFacts } from './shown-facts.ts';

/** What every page needs of the facts: its title, its share card, its frame and its times. */
export interface SiteWideFacts {
  name: string;
  tagline: string;
  description: string;
  email: string | null;
  phone: string | null;
  /** The addresses of the public profiles. */
  profiles: string[];
  sharePicture: SettingsPicture;
  timeZone: string;
  timeZoneLabel: string;
  riskNotice: string;
}

/** Picks them. Every page carries them, so there are few. */
export const toSiteWideFacts = ({ site, booking, pictures, legal }: ShownFacts): SiteWideFacts => ({
  name: site.name,
  tagline: site.tagline,
  description: site.description,
  email: site.email,
  phone: site.phone,
  profiles: site.socialLinks.map(({ href }) => href),
  sharePicture: pictures.sharePicture,
  timeZone: booking.timeZone,
  timeZoneLabel: booking.timeZoneLabel,
  riskNotice: legal.riskNotice,
});
