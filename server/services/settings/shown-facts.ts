import { type TextVersion, writtenOn } from '#domain/legal/legal-page.ts';
import { withoutOpenParagraphs } from '#domain/legal/open-places.ts';
import type { LegalSettings } from '#domain/settings/legal.ts';
import type { BrokerBanner, SettingsPicture } from '#domain/settings/pictures.ts';
import type { Settings } from '#domain/settings/sections.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { isSample, testimonialPictures } from './defaults.ts';
import type { StandingSettings } from './standing-settings.ts';

type Site = Settings['site'];

/** What visitors may see of the settings: pages get nothing else. */
export interface ShownFacts extends Pick<Settings, 'offers'> {
  site: Omit<Site, 'email' | 'phone' | 'communityGroups'> & {
    email: string | null;
    phone: string | null;
    /** A group without a link cannot be joined yet. */
    communityGroups: (Omit<Site['communityGroups'][number], 'href'> & { href: string | null })[];
  };
  /** How sessions are joined is said to those who have booked one. */
  booking: Omit<Settings['booking'], 'joining'>;
  pictures: {
    portrait: SettingsPicture | null;
    sharePicture: SettingsPicture;
    brokerBanners: Pick<BrokerBanner, 'href' | 'image'>[];
    /** What stands in for testimonials until one was uploaded. */
    sampleTestimonials: SettingsPicture[];
  };
  texts: Omit<Settings['texts'], 'mails'>;
  legal: Omit<LegalSettings, 'marketing'> & TextVersion & { offer: string | null };
}

/**
 * Returns what visitors may see of the settings. On a site that others can reach no sample is shown
 * as if it were real: what the mentor has not replaced is left out.
 */
export function toShownFacts(
  settings: Settings,
  { isLocal, ...textVersion }: { isLocal: boolean } & TextVersion,
): ShownFacts {
  const isReal = (fact: string) => isLocal || !isSample(fact);
  const whenReal = (fact: string) => (isReal(fact) ? fact : null);
  const { site, offers, pictures } = settings;
  const { joining: _joining, ...booking } = settings.booking;
  const { mails: _mails, ...texts } = settings.texts;
  const { marketing, ...legal } = settings.legal;
  const own = (text: string) => (isLocal ? text : withoutOpenParagraphs(text));
  return {
    ...{ offers, booking, texts },
    legal: {
      ...{ ...legal, privacy: own(legal.privacy), terms: own(legal.terms) },
      ...textVersion,
      offer: marketing.isOffered ? marketing.words : null,
    },
    site: {
      ...site,
      email: whenReal(site.email),
      phone: whenReal(site.phone),
      socialLinks: site.socialLinks.filter(({ href }) => isReal(href)),
      communityGroups: site.communityGroups.map((group) => ({
        ...group,
        href: whenReal(group.href),
      })),
    },
    pictures: {
      portrait: isReal(pictures.portrait.src) ? pictures.portrait : null,
      sharePicture: pictures.sharePicture,
      brokerBanners: pictures.brokerBanners
        .filter(({ isShown, href, image }) => isShown && isReal(href) && isReal(image.src))
        .map(({ href, image }) => ({ href, image })),
      sampleTestimonials: isLocal ? testimonialPictures : [],
    },
  };
}

/** Returns the version of the legal texts and when they were last changed. */
export const toTextVersion = ({ legal, booking }: StandingSettings): TextVersion => ({
  version: legal.version,
  updatedOn: laterOf(writtenOn, legal.savedAt && dayInZone(legal.savedAt, booking.value.timeZone)),
});

const laterOf = (day: string, other: string | null | undefined) =>
  other && other > day ? other : day;

/** Whether only this machine can reach the site at its URL. */
export function isLocalUrl(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return (
    ['localhost', '[::1]'].includes(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
