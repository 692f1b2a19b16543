import { expect, it } from 'vitest';
import type { Settings } from '#features/settings/rules/sections.ts';
import { writtenOn } from '#rules/legal-text.ts';
import { toCurrentSettings } from './current-settings.ts';
import { defaults } from './defaults.ts';
import { isLocalUrl, toPublicSettings } from './public-settings.ts';

/** Returns what visitors see when these sections have been saved. */
const show = (
  saved: Partial<Settings>,
  {
    isLocal = false,
    savedAt = new Date('2026-11-30T22:30:00Z'),
    providers = [],
  }: { isLocal?: boolean; savedAt?: Date; providers?: 'payfast'[] } = {},
) => {
  const stored = Object.entries(saved).map(([section, value]) => ({
    section,
    value,
    version: 3,
    savedAt,
    savedBy: 'me@mine.example',
  }));
  return toPublicSettings(toCurrentSettings(stored), isLocal, providers);
};

it('shows samples only on a site that is reachable from this machine alone', () => {
  const local = show({}, { isLocal: true });
  expect(local.siteWide).toMatchObject({ email: defaults.site.email, phone: defaults.site.phone });
  expect(local.pictures.portrait).toEqual(defaults.pictures.portrait);
  expect(local.pictures.brokerBanners).toHaveLength(23);
  expect(local.pictures.sampleTestimonials).toHaveLength(13);

  const shown = show({});
  expect(shown).toMatchObject({
    siteWide: { email: null, phone: null, phoneHref: null, socialLinks: [] },
    communityGroups: [],
    pictures: { portrait: null, brokerBanners: [], sampleTestimonials: [] },
    legal: { privacy: '', offer: null },
  });
  expect(JSON.stringify(shown)).not.toMatch(/example\.com|"\/pictures\//);
});

it('shows real settings, but no hidden banners and no links to join a session', () => {
  const image = { src: '/storage/testimonials/pictures/1-a.png', alt: 'A', width: 4, height: 1 };
  const banner = (href: string, isShown: boolean) => ({ href, image, isShown });
  const { pictures, booking, site } = defaults;
  const shown = show({
    site: { ...site, email: 'me@mine.example', phone: '+27 82 123 4567' },
    booking: { ...booking, joining: { ...booking.joining, Zoom: 'https://zoom.example/1' } },
    pictures: {
      ...pictures,
      portrait: image,
      brokerBanners: [banner('https://a.example', true), banner('https://b.example', false)],
    },
  });
  expect(shown.siteWide).toMatchObject({
    email: 'me@mine.example',
    phoneHref: 'https://wa.me/27821234567',
  });
  expect(shown.pictures).toMatchObject({
    portrait: image,
    brokerBanners: [{ href: 'https://a.example', image }],
  });
  expect(JSON.stringify(shown)).not.toContain('zoom.example');
});

it('puts the FSP number beside the risk notice everywhere', () => {
  const { siteWide, legal } = show({ payments: { ...defaults.payments, fspNumber: '12345' } });
  for (const { riskNotice } of [siteWide, legal])
    expect(riskNotice).toBe(
      `${defaults.legal.riskNotice} Authorised financial services provider, FSP 12345.`,
    );
  expect(show({}).siteWide.riskNotice).toBe(defaults.legal.riskNotice);
});

it('offers to pay once the seller is real', () => {
  const { payments } = defaults;
  const seller = { ...payments.seller, legalName: 'Naledi Mokoena', address: '4 Long St, Paarl' };
  const providers: 'payfast'[] = ['payfast'];
  expect(show({}, { providers }).paymentMethods).toEqual([]);
  expect(show({ payments: { ...payments, seller } }, { providers }).paymentMethods).toEqual([
    'payfast',
  ]);
  expect(show({}, { isLocal: true }).paymentMethods).toEqual(['bank']);
});

it('hides legal paragraphs with open brackets from visitors', () => {
  const terms = 'I am [your name].\n\nAsk [me](/contact).';
  const legal = { ...defaults.legal, terms };
  expect(show({ legal }).legal.terms).toBe('Ask [me](/contact).');
  expect(show({ legal }, { isLocal: true }).legal.terms).toBe(terms);
});

it('offers a marketing opt-in only if the mentor wants it', () => {
  const words = 'Tell me about new courses';
  const legal = { ...defaults.legal, marketing: { isOffered: true, words } };
  expect(show({ legal }).legal.offer).toBe(words);
  expect(show({}).legal.offer).toBeNull();
});

it('dates the legal texts by their last change, in the mentor’s time zone', () => {
  const { legal } = defaults;
  expect(show({ legal }).legal).toMatchObject({ version: 3, updatedOn: '2026-12-01' });
  const early = show({ legal }, { savedAt: new Date('2026-01-01T00:00:00Z') });
  expect(early.legal.updatedOn).toBe(writtenOn);
  expect(show({}).legal).toMatchObject({ version: 0, updatedOn: null });
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://site.localhost', true],
  ['https://timevsprice.test', false],
  ['https://localhost.example.com', false],
])('tells whether %s is local', (siteUrl, isLocal) => {
  expect(isLocalUrl(siteUrl)).toBe(isLocal);
});

it('shows the mentor on every page, with texts saved before there were more facts', () => {
  const { founder, ...about } = defaults.texts.about;
  const { title, text } = founder;
  const stored = { ...defaults.texts, about: { ...about, founder: { title, text, name: 'Zoë' } } };
  const facts = { city: null, registration: null, record: null };
  expect(show({ texts: stored as Settings['texts'] }).siteWide.mentor).toEqual({
    name: 'Zoë',
    ...facts,
  });
  const record = 'Trading gold since 2016.';
  const full = { ...stored, about: { ...about, founder: { ...founder, record } } };
  expect(show({ texts: full }).siteWide.mentor).toEqual({ name: null, ...facts, record });
});

it('promises nothing about session types saved before they had contents', () => {
  const { sessions, outline, deliverables, ...stored } = defaults.offers.mentorshipOptions[0] ?? {};
  const own = { ...stored, title: 'My own session' };
  const offers = { ...defaults.offers, mentorshipOptions: [own] };
  expect(show({ offers: offers as Settings['offers'] }).offers.mentorshipOptions).toEqual([
    { ...own, sessions: null, outline: [], deliverables: [] },
  ]);
  expect([sessions, outline, deliverables].every((part) => part !== undefined)).toBe(true);
});

it('tells how money comes back in one line, from the terms of payment', () => {
  const { payments } = defaults;
  const terms = (refund: string) => ({
    payments: { ...payments, terms: { ...payments.terms, refund } },
  });
  const first = 'You get your money back within 14 days.';
  expect(show(terms(first)).refundLine).toBe(first);
  expect(show(terms(`${first}\n\nNot for files.`)).refundLine).toBe(`${first} Not for files.`);
  expect(show(terms(`${first} ${'More and more. '.repeat(20)}`)).refundLine).toBe(first);
});
