import { type CallLink, toCallLink } from '#domain/free-call.ts';
import { whatsAppHref } from '#domain/phone-number.ts';
import type { SettingsPicture } from '#domain/settings/pictures.ts';
import type { ShownFacts } from './shown-facts.ts';

/** What every page needs of the facts: its title, its share card, its frame and its times. */
export interface SiteWideFacts {
  name: string;
  tagline: string;
  description: string;
  email: string | null;
  phone: string | null;
  /** The WhatsApp chat with that number. */
  phoneHref: string | null;
  socialLinks: ShownFacts['site']['socialLinks'];
  call: CallLink;
  sharePicture: SettingsPicture;
  timeZone: string;
  timeZoneLabel: string;
  riskNotice: string;
}

/** Picks them. Every page carries them, so there are few. */
export const toSiteWideFacts = ({
  site,
  offers,
  booking,
  pictures,
  legal,
}: ShownFacts): SiteWideFacts => ({
  name: site.name,
  tagline: site.tagline,
  description: site.description,
  email: site.email,
  phone: site.phone,
  // The settings take numbers with a country only: one that is not known is still the mentor's.
  phoneHref:
    site.phone && (whatsAppHref(site.phone) ?? `https://wa.me/${site.phone.replaceAll(/\D/g, '')}`),
  socialLinks: site.socialLinks,
  call: toCallLink(offers.mentorshipOptions),
  sharePicture: pictures.sharePicture,
  timeZone: booking.timeZone,
  timeZoneLabel: booking.timeZoneLabel,
  riskNotice: legal.riskNotice,
});
