import type { ComponentType } from 'react';
import { bookingSettings } from '#domain/settings/booking.ts';
import { legalSettings } from '#domain/settings/legal.ts';
import { offersSettings } from '#domain/settings/offers.ts';
import { picturesSettings } from '#domain/settings/pictures.ts';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { siteSettings } from '#domain/settings/site.ts';
import { textsSettings } from '#domain/settings/texts.ts';
import { BookingFields } from './booking-fields.tsx';
import { LegalFields } from './legal-fields.tsx';
import { OffersFields } from './offers-fields.tsx';
import { PicturesFields } from './pictures-fields.tsx';
import { SectionEditor } from './section-editor.tsx';
import { SiteFields } from './site-fields.tsx';
import { TextsFields } from './texts-fields.tsx';

const home = { path: '/', label: 'Home' };
const about = { path: '/about', label: 'About' };
const services = { path: '/services', label: 'Services' };
const mentorship = { path: '/mentorship', label: 'Mentorship' };
const community = { path: '/community', label: 'Community' };
const education = { path: '/education', label: 'Education' };
const videos = { path: '/videos', label: 'Video Insights' };
const freebies = { path: '/freebies', label: 'Freebies' };
const contact = { path: '/contact', label: 'Contact' };
const privacy = { path: '/privacy', label: 'Privacy Policy' };
const terms = { path: '/terms', label: 'Terms of Service' };

/** The form of each section. */
export const sectionPanels: Record<SettingsSection, ComponentType> = {
  site: () => (
    <SectionEditor
      section="site"
      schema={siteSettings}
      Fields={SiteFields}
      pages={[home, contact, community]}
    />
  ),
  offers: () => (
    <SectionEditor
      section="offers"
      schema={offersSettings}
      Fields={OffersFields}
      pages={[services, mentorship, home]}
    />
  ),
  booking: () => (
    <SectionEditor
      section="booking"
      schema={bookingSettings}
      Fields={BookingFields}
      pages={[mentorship]}
    />
  ),
  pictures: () => (
    <SectionEditor
      section="pictures"
      schema={picturesSettings}
      Fields={PicturesFields}
      pages={[home, about, education]}
    />
  ),
  texts: () => (
    <SectionEditor
      section="texts"
      schema={textsSettings}
      Fields={TextsFields}
      pages={[
        ...([home, about, services, mentorship, community, education] as const),
        ...([videos, freebies, contact] as const),
      ]}
    />
  ),
  legal: () => (
    <SectionEditor
      section="legal"
      schema={legalSettings}
      Fields={LegalFields}
      pages={[privacy, terms, contact, services, mentorship]}
    />
  ),
};
