import { expect, it } from 'vitest';
import { writtenOn } from '#domain/legal/legal-page.ts';
import { defaults } from './defaults.ts';
import { isLocalUrl, toShownFacts, toTextVersion } from './shown-facts.ts';
import { readStanding } from './standing-settings.ts';

const textVersion = { version: 0, updatedOn: '2026-11-24' };
const here = { ...textVersion, isLocal: true };
const elsewhere = { ...textVersion, isLocal: false };

it('shows every sample on a site that nobody else can reach', () => {
  const { site, pictures } = toShownFacts(defaults, here);
  expect(site).toEqual(defaults.site);
  expect(pictures.portrait).toEqual(defaults.pictures.portrait);
  expect(pictures.brokerBanners).toHaveLength(23);
  expect(pictures.sampleTestimonials).toHaveLength(13);
});

it('shows no sample anywhere else', () => {
  const shown = toShownFacts(defaults, elsewhere);
  expect(shown.site).toMatchObject({ email: null, phone: null, socialLinks: [] });
  expect(shown.site.communityGroups.map(({ href }) => href)).toEqual([null, null, null]);
  expect(shown.pictures).toMatchObject({
    ...{ portrait: null, brokerBanners: [], sampleTestimonials: [] },
  });
  expect(shown.legal).toMatchObject({ privacy: '', offer: null });
  expect(JSON.stringify(shown)).not.toMatch(/example\.com|"\/pictures\//);
});

it('shows what has been replaced, but for banners that are switched off, and no link to join by', () => {
  const image = { src: '/storage/testimonials/pictures/1-a.png', alt: 'A', width: 4, height: 1 };
  const banner = (href: string, isShown: boolean) => ({ href, image, isShown });
  const { pictures, booking, site } = defaults;
  const shown = toShownFacts(
    {
      ...defaults,
      site: { ...site, email: 'me@mine.example' },
      booking: { ...booking, joining: { ...booking.joining, Zoom: 'https://zoom.example/1' } },
      pictures: {
        ...pictures,
        portrait: image,
        brokerBanners: [banner('https://a.example', true), banner('https://b.example', false)],
      },
    },
    elsewhere,
  );
  expect(shown.site.email).toBe('me@mine.example');
  expect(shown.pictures).toMatchObject({
    portrait: image,
    brokerBanners: [{ href: 'https://a.example', image }],
  });
  expect(JSON.stringify(shown)).not.toContain('zoom.example');
});

it('shows nobody else a paragraph of the law in which something is left to be decided', () => {
  const terms = 'I am [your name].\n\nAsk [me](/contact).';
  const settings = { ...defaults, legal: { ...defaults.legal, terms } };
  expect(toShownFacts(settings, elsewhere).legal.terms).toBe('Ask [me](/contact).');
  expect(toShownFacts(settings, here).legal.terms).toBe(terms);
});

it('offers nothing beyond an answer until the mentor wishes it', () => {
  const marketing = { isOffered: true, words: 'Tell me about new courses' };
  const settings = { ...defaults, legal: { ...defaults.legal, marketing } };
  expect(toShownFacts(settings, elsewhere).legal.offer).toBe('Tell me about new courses');
  expect(toShownFacts(defaults, elsewhere).legal.offer).toBeNull();
});

it('dates the legal texts by the day of their last change', () => {
  const saved = { section: 'legal', version: 3, value: {}, savedBy: 'me@mine.example' };
  const standing = readStanding([{ ...saved, savedAt: new Date('2026-11-30T22:30:00Z') }]);
  expect(toTextVersion(standing)).toEqual({ version: 3, updatedOn: '2026-12-01' });
  const early = readStanding([{ ...saved, savedAt: new Date('2026-01-01T00:00:00Z') }]);
  expect(toTextVersion(early).updatedOn).toBe(writtenOn);
  expect(toTextVersion(readStanding([]))).toEqual({ version: 0, updatedOn: writtenOn });
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://site.localhost', true],
  ['https://timevsprice.test', false],
  ['https://localhost.example.com', false],
])('knows whether %s is local', (siteUrl, isLocal) => {
  expect(isLocalUrl(siteUrl)).toBe(isLocal);
});
