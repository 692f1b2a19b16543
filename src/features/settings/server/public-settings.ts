import type { LegalSettings } from '#features/settings/rules/legal.ts';
import type {
  BrokerBanner,
  ProductPicture,
  SettingsPicture,
} from '#features/settings/rules/pictures.ts';
import type { Settings } from '#features/settings/rules/sections.ts';
import { type CallLink, toCallLink } from '#rules/free-call.ts';
import { type TextVersion, withoutOpenParagraphs, writtenOn } from '#rules/legal-text.ts';
import { listPaymentMethods, type PaymentMethod } from '#rules/payment-methods.ts';
import { whatsAppHref } from '#rules/phone-number.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { type CurrentSettings, toSettings } from './current-settings.ts';
import { isSample, testimonialPictures } from './defaults.ts';

type Site = Settings['site'];

export type Mentor = Pick<
  Settings['texts']['about']['founder'],
  'name' | 'city' | 'registration' | 'record'
>;

/** The settings that every page needs for its title, its layout and its times. */
export interface SiteWideSettings
  extends Pick<Site, 'name' | 'tagline' | 'description' | 'socialLinks'>,
    Pick<Settings['booking'], 'timeZone' | 'timeZoneLabel'>,
    Pick<LegalSettings, 'riskNotice'> {
  email: string | null;
  phone: string | null;
  /** The link to a WhatsApp chat with that number. */
  phoneHref: string | null;
  /** Who runs the site. Each part is null until the mentor fills it in. */
  mentor: Mentor;
  call: CallLink;
  sharePicture: SettingsPicture;
}

/** The part of the settings that visitors may see. Pages get no other settings. */
export interface PublicSettings extends Pick<Settings, 'offers'> {
  siteWide: SiteWideSettings;
  subtitle: string;
  communityGroups: Site['communityGroups'];
  /** Only clients with a booking see how to join a session. */
  booking: Omit<Settings['booking'], 'joining'>;
  pictures: {
    portrait: SettingsPicture | null;
    productPictures: ProductPicture[];
    brokerBanners: Pick<BrokerBanner, 'href' | 'image'>[];
    /** Shown until the mentor uploads testimonials. */
    sampleTestimonials: SettingsPicture[];
  };
  texts: Omit<Settings['texts'], 'mails'>;
  /** Empty while payments are not set up. */
  paymentMethods: PaymentMethod[];
  cancellation: Settings['payments']['cancellation'];
  /** The rates of prices in other currencies. */
  abroad: Settings['payments']['abroad'];
  /** How money comes back, for the line next to prices. */
  refundLine: string;
  legal: Omit<LegalSettings, 'marketing'> & TextVersion & { offer: string | null };
}

/**
 * Returns what visitors see. Samples are shown only on a site that only this machine can reach. `providers` are
 * the companies whose keys are set.
 */
export function toPublicSettings(
  current: CurrentSettings,
  isLocal: boolean,
  providers: Parameters<typeof listPaymentMethods>[1],
): PublicSettings {
  const { site, offers, booking, payments, pictures, texts, legal } = toSettings(current);
  const isReal = (fact: string) => isLocal || !isSample(fact);
  const whenReal = (fact: string) => (isReal(fact) ? fact : null);
  const ownText = (text: string) => (isLocal ? text : withoutOpenParagraphs(text));
  const { joining: _joining, ...shownBooking } = booking;
  const { mails: _mails, ...shownTexts } = texts;
  const { marketing, ...shownLegal } = legal;
  const riskNotice = addFspNumber(legal.riskNotice, payments.fspNumber);
  const email = whenReal(site.email);
  const phone = whenReal(site.phone);
  const { name, city, registration, record } = texts.about.founder;
  return {
    siteWide: {
      name: site.name,
      tagline: site.tagline,
      description: site.description,
      email,
      phone,
      phoneHref: phone && toPhoneHref(phone),
      socialLinks: site.socialLinks.filter(({ href }) => isReal(href)),
      mentor: { name, city, registration, record },
      call: toCallLink(offers.mentorshipOptions),
      sharePicture: pictures.sharePicture,
      timeZone: booking.timeZone,
      timeZoneLabel: booking.timeZoneLabel,
      riskNotice,
    },
    subtitle: site.subtitle,
    communityGroups: site.communityGroups.filter(({ href }) => isReal(href)),
    offers,
    booking: shownBooking,
    texts: shownTexts,
    pictures: {
      portrait: isReal(pictures.portrait.src) ? pictures.portrait : null,
      productPictures: pictures.productPictures,
      brokerBanners: pictures.brokerBanners
        .filter(({ isShown, href, image }) => isShown && isReal(href) && isReal(image.src))
        .map(({ href, image }) => ({ href, image })),
      sampleTestimonials: isLocal ? testimonialPictures : [],
    },
    paymentMethods: listPaymentMethods(payments, providers, isLocal),
    cancellation: payments.cancellation,
    abroad: payments.abroad,
    refundLine: toRefundLine(payments.terms.refund),
    legal: {
      ...shownLegal,
      riskNotice,
      privacy: ownText(legal.privacy),
      terms: ownText(legal.terms),
      ...toTextVersion(current),
      offer: marketing.isOffered ? marketing.words : null,
    },
  };
}

const addFspNumber = (riskNotice: string, fspNumber: string | null) =>
  fspNumber
    ? `${riskNotice} Authorised financial services provider, FSP ${fspNumber}.`
    : riskNotice;

/** Returns the terms of refunds if they are short, and otherwise their first sentence. */
function toRefundLine(refund: string): string {
  const line = refund.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 200 ? line : (/^.{1,200}?[.!?](?= )/.exec(line)?.[0] ?? '');
}

/** Every saved number has a country code, but the library may not know the country's numbers. */
const toPhoneHref = (phone: string) =>
  whatsAppHref(phone) ?? `https://wa.me/${phone.replaceAll(/\D/g, '')}`;

/** Returns the version of the legal texts and when they last changed. */
function toTextVersion({ legal, booking }: CurrentSettings): TextVersion {
  if (!legal.savedAt) return { version: legal.version, updatedOn: null };
  const savedOn = dayInZone(legal.savedAt, booking.value.timeZone);
  return { version: legal.version, updatedOn: savedOn > writtenOn ? savedOn : writtenOn };
}

/** Returns whether the site is only reachable from this machine at its URL. */
export function isLocalUrl(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return (
    ['localhost', '[::1]'].includes(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
