import { expect, it } from 'vitest';
import { describeDifferences } from '#features/settings/rules/differences.ts';
import {
  type Settings,
  type SettingsSection,
  settingsSchemas,
} from '#features/settings/rules/sections.ts';
import { defaults } from './defaults.ts';

/** Describes what `change` does to the default of a section. */
function describeChange<Section extends SettingsSection>(
  section: Section,
  change: (value: Settings[Section]) => Settings[Section],
) {
  const before = structuredClone(defaults[section]);
  const after = change(structuredClone(before));
  const schema = settingsSchemas[section];
  return describeDifferences(schema, [before, after], 'Africa/Johannesburg').map(
    ({ label, before, after }) => `${label} | ${before} | ${after}`,
  );
}

it('finds nothing between equal versions', () => {
  for (const section of Object.keys(defaults) as SettingsSection[])
    expect(describeChange(section, (value) => value)).toEqual([]);
});

it('names a field by its labels', () => {
  expect(describeChange('site', (site) => ({ ...site, phone: '+27 82 123 4567' }))).toEqual([
    'Phone | +27 00 000 0000 | +27 82 123 4567',
  ]);
  expect(
    describeChange('texts', (texts) => {
      texts.mails.reminder.closing = 'See you.';
      return texts;
    }),
  ).toEqual(['Emails: Reminder: Closing | Nothing | See you.']);
});

it('names an item by its title, and finds it at another position', () => {
  expect(
    describeChange('offers', (offers) => {
      const [course, blueprint, mentorship] = offers.plans;
      if (!course || !blueprint || !mentorship) throw new Error('There are three plans');
      const dearer = { ...course, originalPrice: 'R2500', priceCents: 250_000 };
      return { ...offers, plans: [blueprint, dearer, mentorship] };
    }),
  ).toEqual([
    'Plans | TP Strategy Course, TP Strategy Blueprint, 1-on-1 Mentorship | TP Strategy Blueprint, TP Strategy Course, 1-on-1 Mentorship',
    'Plans, TP Strategy Course: Price | R2\u00A0000.00 | R2\u00A0500.00',
    'Plans, TP Strategy Course: Price in other words | R2000 | R2500',
  ]);
});

it('lists the titles of a list when items are added, renamed or removed', () => {
  const [first] = defaults.site.socialLinks;
  expect(
    describeChange('site', (site) => ({
      ...site,
      socialLinks: [
        { network: 'X', href: String(first?.href) },
        ...site.socialLinks.slice(1),
        { network: 'LinkedIn', href: 'https://example.com/in' },
      ],
    })),
  ).toEqual([
    'Social links | Instagram, YouTube, Facebook, TikTok | X, YouTube, Facebook, TikTok, LinkedIn',
  ]);
  expect(
    describeChange('site', (site) => ({ ...site, socialLinks: site.socialLinks.slice(1) })),
  ).toEqual(['Social links | Instagram, YouTube, Facebook, TikTok | YouTube, Facebook, TikTok']);
});

it('writes values as people read them', () => {
  expect(
    describeChange('booking', (booking) => ({
      ...booking,
      openingHours: { ...booking.openingHours, 1: [9, 10], 2: [] },
      reminderMinutes: [90],
    })),
  ).toEqual([
    'Opening hours: Monday | 22:00, 23:00 | 09:00, 10:00',
    'Opening hours: Tuesday | 18:00, 19:00, 20:00, 21:00, 22:00, 23:00 | Nothing',
    'Reminders | 1 day before, 1 hour before | 90 minutes before',
  ]);
  expect(
    describeChange('offers', (offers) => ({
      ...offers,
      plans: offers.plans.with(0, { ...offers.plans[0], leadsTo: 'booking' } as never),
      sale: { kind: 'until', endsAt: '2026-12-31T21:59:00.000Z' },
    })),
  ).toEqual([
    'Plans, TP Strategy Course: The button opens | Course inquiry form | Booking page',
    'Sale | 24 hours per visitor | Ends Thu, 31 Dec 2026, 23:59',
  ]);
  const [banner] = defaults.pictures.brokerBanners;
  expect(
    describeChange('pictures', (pictures) => ({
      ...pictures,
      brokerBanners: pictures.brokerBanners.with(0, {
        href: String(banner?.href),
        image: { src: '/pictures/new.png', alt: 'Sample broker banner 1', width: 4, height: 1 },
        isShown: false,
      }),
    })),
  ).toEqual([
    'Banners, Sample broker banner 1: Picture | Sample broker banner 1 (01.svg) | Sample broker banner 1 (new.png)',
    'Banners, Sample broker banner 1: Show to visitors | Yes | No',
  ]);
});
