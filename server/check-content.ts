import { existsSync } from 'node:fs';
import path from 'node:path';
import * as bookingRules from '#content/booking-rules.ts';
import * as offers from '#content/offers.ts';
import * as pictures from '#content/pictures.ts';
import * as site from '#content/site.ts';
import { isSample } from '#domain/sample.ts';
import { z } from '#domain/zod.ts';
import { ConfigError } from './config.ts';

/*
 * What the operator's facts in content/ must look like. Types catch a missing line; these
 * rules catch what types cannot see: an address without https, a zone that does not exist.
 */

const words = z.string().trim().min(1);
const ownPath = z
  .string()
  .regex(/^\/(?![/\\])/, 'must be a path on this site, such as /mentorship');
const outside = z.url({
  protocol: /^https$/,
  error: 'must be an address that begins with https://',
});
const timeZone = z
  .string()
  .refine(
    (zone) => Intl.supportedValuesOf('timeZone').includes(zone),
    'must be a time zone of the IANA list, such as Africa/Johannesburg',
  );
const picture = z.object({
  src: ownPath,
  alt: words,
  width: z.int().positive(),
  height: z.int().positive(),
});

/** content/site.ts */
export const siteSchema = z.object({
  site: z.object({
    name: words,
    tagline: words,
    subtitle: words,
    description: words.max(200),
    email: z.email(),
    phone: z.string().regex(/^\+\d[\d ]{5,}$/, 'must begin with + and hold digits and spaces only'),
    timeZone,
    timeZoneLabel: words,
    language: z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'must look like en-ZA'),
  }),
  socialLinks: z.array(z.object({ network: words, href: outside })),
  communityGroups: z.array(
    z.object({
      title: words,
      href: outside,
      action: words,
      description: words,
      benefits: z.array(words).length(4),
    }),
  ),
  navigation: z.array(z.object({ href: ownPath, label: words })).min(1),
  openGraphPicture: picture.extend({
    src: ownPath.regex(/\.(?:png|jpe?g)$/, 'must be a PNG or a JPEG'),
  }),
});

const saleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('per-visitor'), hours: z.number().positive() }),
  z.object({
    kind: z.literal('until'),
    endsAt: z.iso.datetime({
      offset: true,
      error: 'must be a time with its offset, such as 2026-12-31T23:59:00+02:00',
    }),
  }),
  z.object({ kind: z.literal('none') }),
]);

/** content/offers.ts */
export const offersSchema = z.object({
  sale: saleSchema,
  serviceOfferings: z
    .array(z.object({ title: words, description: words, href: ownPath }))
    .length(4),
  plans: z
    .array(
      z.object({
        title: words,
        originalPrice: words,
        salePrice: words.optional(),
        priceDescription: words,
        description: words,
        features: z.array(words).min(1),
        callToAction: words,
      }),
    )
    .length(3),
  mentorshipOptions: z
    .array(z.object({ title: words, price: words, length: words.nullable(), description: words }))
    .min(1),
});

/** content/pictures.ts */
const picturesSchema = z.object({
  founderPicture: picture,
  testimonialPictures: z.array(picture).min(1),
  brokerBanners: z.array(z.object({ href: outside, image: picture })).min(1),
});

const hours = z.array(z.int().min(0).max(23));

/** content/booking-rules.ts */
export const bookingRulesSchema = z.object({
  openingHours: z.object({
    timeZone,
    hours: z.object({ 1: hours, 2: hours, 3: hours, 4: hours, 5: hours, 6: hours, 7: hours }),
  }),
  bookingRules: z.object({
    bookableDays: z.int().positive(),
    changeCutOffHours: z.number().min(0),
    reminderMinutes: z.array(z.int().positive()),
  }),
});

/** The operator's facts, file by file, with the rules that they keep. */
export const contentFiles = [
  { file: 'content/site.ts', content: site, rules: siteSchema },
  { file: 'content/offers.ts', content: offers, rules: offersSchema },
  { file: 'content/pictures.ts', content: pictures, rules: picturesSchema },
  { file: 'content/booking-rules.ts', content: bookingRules, rules: bookingRulesSchema },
];

/** What is wrong in one file, a line each: `content/site.ts: site.phone must begin with +`. */
export function describeProblems(file: string, content: unknown, rules: z.ZodType): string[] {
  const problems = rules.safeParse(content).error?.issues ?? [];
  return problems.map((issue) => `${file}: ${issue.path.join('.')}: ${issue.message}`);
}

/** Pictures that content/pictures.ts names and that do not exist below `publicDirectory`. */
function missingPictures(publicDirectory: string): string[] {
  const named = [
    pictures.founderPicture,
    site.openGraphPicture,
    ...pictures.testimonialPictures,
    ...pictures.brokerBanners.map(({ image }) => image),
  ];
  return named
    .filter(({ src }) => !existsSync(path.join(publicDirectory, src)))
    .map(({ src }) => `content/pictures.ts: there is no file public${src}`);
}

/** Makes sure that the operator's facts can be shown. Throws a ConfigError with a line for everything that is wrong. */
export function checkContent(publicDirectory: string): void {
  const problems = [
    ...contentFiles.flatMap(({ file, content, rules }) => describeProblems(file, content, rules)),
    ...missingPictures(publicDirectory),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

const holdsSample = (value: unknown): boolean =>
  isSample(value) ||
  (value instanceof Object && Object.values(value).some((part) => holdsSample(part)));

/** What is a sample in one exported fact: its name, how many of a list, or which parts. */
function samplesIn(name: string, fact: unknown): string[] {
  if (Array.isArray(fact)) {
    const count = fact.filter(holdsSample).length;
    return count > 0 ? [`${name} (${count} of ${fact.length})`] : [];
  }
  if (isSample(fact)) return [typeof fact === 'string' ? `${name} (${fact})` : name];
  if (!(fact instanceof Object)) return [];
  return Object.entries(fact).flatMap(([key, part]) => samplesIn(`${name}.${key}`, part));
}

/** The facts that are still samples, a line for each file: `content/site.ts: site.email (…), …`. */
export const describeSamples = (files: { file: string; content: object }[] = contentFiles) =>
  files.flatMap(({ file, content }) => {
    const found = Object.entries(content).flatMap(([name, fact]) => samplesIn(name, fact));
    return found.length > 0 ? [`${file}: ${found.join(', ')}`] : [];
  });
