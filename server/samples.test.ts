import { expect, it } from 'vitest';
import { isSample, sample } from '#domain/sample.ts';
import { contentFiles, describeSamples } from './check-content.ts';

it('names every fact that a new site still has to replace', () => {
  expect(describeSamples()).toEqual([
    'content/site.ts: site.email (mentor@example.com), site.phone (+27 00 000 0000), socialLinks (4 of 4), communityGroups (3 of 3)',
    'content/pictures.ts: founderPicture, testimonialPictures (13 of 13), brokerBanners (23 of 23)',
  ]);
});

it('says no more of what has been replaced', () => {
  const content = {
    site: { email: 'thandi@timevsprice.test', phone: sample('+27 11 111 1111') },
    socialLinks: [{ href: 'https://instagram.test/me' }, { href: sample('https://sample.test') }],
    portrait: { src: '/pictures/me.jpg' },
  };
  expect(describeSamples([{ file: 'content/site.ts', content }])).toEqual([
    'content/site.ts: site.phone (+27 11 111 1111), socialLinks (1 of 2)',
  ]);
});

/** Texts outside of everything that is marked. */
const unmarked = (value: unknown): string[] => {
  if (isSample(value)) return [];
  if (value instanceof Object) return Object.values(value).flatMap(unmarked);
  return typeof value === 'string' ? [value] : [];
};

it('overlooks no address that nobody owns, and no picture that was drawn as a sample', () => {
  const texts = unmarked(contentFiles.map(({ content }) => ({ ...content })));
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /example\.(?:com|org|net)|^\/pictures\//.test(text))).toEqual([]);
});
