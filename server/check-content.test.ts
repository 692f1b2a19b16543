import { describe, expect, it } from 'vitest';
import * as bookingRules from '#content/booking-rules.ts';
import * as offers from '#content/offers.ts';
import * as site from '#content/site.ts';
import {
  bookingRulesSchema,
  checkContent,
  describeProblems,
  offersSchema,
  siteSchema,
} from './check-content.ts';

describe("the operator's facts", () => {
  it('are in order as they stand, with every picture in its place', () => {
    expect(() => checkContent('public')).not.toThrow();
  });

  it('name the picture that is missing', () => {
    expect(() => checkContent('/nowhere')).toThrow(
      'content/pictures.ts: there is no file public/pictures/founder.svg',
    );
  });

  const siteWith = (changes: object) => ({ ...site, site: { ...site.site, ...changes } });

  it.each([
    [{ phone: '082 000 0000' }, 'content/site.ts: site.phone: must begin with +'],
    [{ email: 'mentor' }, 'content/site.ts: site.email: '],
    [{ timeZone: 'Africa/Joburg' }, 'content/site.ts: site.timeZone: must be a time zone'],
  ])('are refused with the place and the reason: %j', (changes, message) => {
    const problems = describeProblems('content/site.ts', siteWith(changes), siteSchema);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  it('are refused where a link is not safe', () => {
    const socialLinks = [{ network: 'Instagram', href: 'http://example.com' }];
    expect(describeProblems('f', { ...site, socialLinks }, siteSchema)).toEqual([
      'f: socialLinks.0.href: must be an address that begins with https://',
    ]);
  });

  it('are refused where an hour is none', () => {
    const openingHours = {
      ...bookingRules.openingHours,
      hours: { ...bookingRules.openingHours.hours, 1: [24] },
    };
    expect(describeProblems('f', { ...bookingRules, openingHours }, bookingRulesSchema)[0]).toMatch(
      /^f: openingHours\.hours\.1\.0: /,
    );
  });

  it("are refused where the sale's end has no offset", () => {
    const sale = { kind: 'until', endsAt: '2026-12-31T23:59:00' };
    expect(describeProblems('f', { ...offers, sale }, offersSchema)[0]).toMatch(
      /^f: sale\.endsAt: must be a time with its offset/,
    );
  });
});
