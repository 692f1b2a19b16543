import { expect, it } from 'vitest';
import { packFacts, readRoot } from './facts.ts';

const facts = {
  name: 'Gold by the clock',
  tagline: 'Wait for it',
  description: 'A method.',
  email: 'me@mine.test',
  phone: null,
  profiles: ['https://a.test', 'https://b.test'],
  sharePicture: { src: '/og.png', alt: 'A dial', width: 1200, height: 630 },
  timeZone: 'Asia/Tokyo',
  timeZoneLabel: 'JST',
  riskNotice: 'You can lose money.',
};

const matchesWith = (loaderData: unknown) => ({
  location: { pathname: '/' },
  matches: [{ id: 'root', loaderData }, undefined],
});

it('travel packed, and come back as they were', () => {
  for (const sent of [facts, { ...facts, email: null, profiles: [] }]) {
    const root = { siteUrl: 'https://mine.test', facts: packFacts(sent) };
    expect(readRoot(matchesWith(root))).toEqual({ siteUrl: 'https://mine.test', facts: sent });
  }
});

it('are nobody’s where the root has failed', () => {
  expect(readRoot(matchesWith(undefined))).toMatchObject({ facts: { name: '', email: null } });
});
