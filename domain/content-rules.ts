import { z } from './zod.ts';

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
export const picturesSchema = z.object({
  founderPicture: picture,
  testimonialPictures: z.array(picture).min(1),
  brokerBanners: z.array(z.object({ href: outside, image: picture })).min(1),
  openGraphPicture: picture.extend({
    src: ownPath.regex(/\.(?:png|jpe?g)$/, 'must be a PNG or a JPEG'),
  }),
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
