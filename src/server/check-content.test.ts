import { describe, expect, it } from 'vitest';
import { defaults, isSample, testimonialPictures } from '#features/settings/server/defaults.ts';
import { checkContent, describeProblems, describeSamples } from './check-content.ts';

describe('the defaults', () => {
  it('the defaults are valid, and all their pictures exist', () => {
    expect(() => checkContent('public')).not.toThrow();
  });

  it('name a missing picture', () => {
    expect(() => checkContent('/nowhere')).toThrow(
      'content/pictures.ts: there is no file public/pictures/founder.svg',
    );
  });

  it('the defaults are rejected with the file, the field and the reason', () => {
    const site = { ...defaults.site, phone: '082 000 0000' };
    expect(describeProblems({ ...defaults, site })).toEqual([
      expect.stringMatching(/^content\/site\.ts: phone: Use the international format/),
    ]);
  });
});

describe('samples', () => {
  it('list every value that a new site has to replace', () => {
    expect(describeSamples(defaults)).toEqual([
      'site: email (mentor@example.com), phone (+27 00 000 0000), socialLinks (4 of 4), communityGroups (3 of 3)',
      'payments: bank.bankName (Sample Bank), bank.accountHolder (Sample account holder), bank.accountNumber (0000000000), bank.branchCode (000000), seller.legalName (Sample seller), seller.address (1 Sample Street, Sample Town, 0000)',
      'pictures: portrait.src (/pictures/founder.svg), brokerBanners (23 of 23)',
    ]);
  });

  it('samples are detected in stored settings until they are replaced', () => {
    const stored: typeof defaults = JSON.parse(JSON.stringify(defaults));
    stored.site.email = 'thandi@timevsprice.test';
    for (const link of stored.site.socialLinks.slice(1)) link.href = 'https://mine.test';
    stored.site.communityGroups = [];
    expect(describeSamples(stored)[0]).toBe('site: phone (+27 00 000 0000), socialLinks (1 of 4)');
  });

  /** Texts without all marked values. */
  const unmarked = (value: unknown): string[] => {
    if (isSample(value)) return [];
    if (value instanceof Object) return Object.values(value).flatMap(unmarked);
    return typeof value === 'string' ? [value] : [];
  };

  it('samples include all invented addresses and all sample pictures', () => {
    const texts = unmarked([defaults, testimonialPictures]);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => /example\.(?:com|org|net)|^\/pictures\//.test(text))).toEqual([]);
  });
});
