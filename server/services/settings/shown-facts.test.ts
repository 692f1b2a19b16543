import { expect, it } from 'vitest';
import { defaults } from './defaults.ts';
import { isLocalUrl, toShownFacts } from './shown-facts.ts';

it('shows every sample on a site that nobody else can reach', () => {
  const { site, pictures } = toShownFacts(defaults, { isLocal: true });
  expect(site).toEqual(defaults.site);
  expect(pictures.portrait).toEqual(defaults.pictures.portrait);
  expect(pictures.brokerBanners).toHaveLength(23);
  expect(pictures.sampleTestimonials).toHaveLength(13);
});

it('shows no sample anywhere else', () => {
  const shown = toShownFacts(defaults, { isLocal: false });
  expect(shown.site).toMatchObject({ email: null, phone: null, socialLinks: [] });
  expect(shown.site.communityGroups.map(({ href }) => href)).toEqual([null, null, null]);
  expect(shown.pictures).toMatchObject({
    ...{ portrait: null, brokerBanners: [], sampleTestimonials: [] },
  });
  expect(shown.texts.privacy).toBeNull();
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
    { isLocal: false },
  );
  expect(shown.site.email).toBe('me@mine.example');
  expect(shown.pictures).toMatchObject({
    portrait: image,
    brokerBanners: [{ href: 'https://a.example', image }],
  });
  expect(JSON.stringify(shown)).not.toContain('zoom.example');
});

it.each([
  ['', null],
  ['This is the site of [your name].', null],
  ['This is mine: [ask](/contact).', 'This is mine: [ask](/contact).'],
])('shows the privacy text %j as %j', (privacy, shown) => {
  const settings = { ...defaults, texts: { ...defaults.texts, privacy } };
  expect(toShownFacts(settings, { isLocal: false }).texts.privacy).toBe(shown);
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
