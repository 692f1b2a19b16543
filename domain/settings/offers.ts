import { startGrids } from '../session-shape.ts';
import { emptyAsNull, instantText, z } from '../zod.ts';
import {
  listOf,
  ownPath,
  paragraph,
  textList,
  wholeNumber,
  wholeNumberOrNull,
  words,
} from './parts.ts';

/** The drawings that a card of the home page can have. */
export const offeringIcons = ['course', 'blueprint', 'mentorship', 'community'] as const;

/** The drawings that a kind of session can have. */
export const sessionIcons = ['call', 'session', 'package'] as const;

/** What the button of a plan opens. */
export const planTargets = ['course-inquiry', 'blueprint-inquiry', 'booking'] as const;

const serviceOffering = z.object({
  icon: z.enum(offeringIcons, 'Please choose a picture.'),
  title: words(),
  description: paragraph,
  href: ownPath,
});

/** A plan on the services page. One with a sale price takes part in the sale. */
const plan = z.object({
  title: words(),
  originalPrice: words(60),
  salePrice: emptyAsNull(words(60)),
  /** What the badge says while the sale is on. */
  discountLabel: emptyAsNull(words(40)),
  priceDescription: words(),
  description: paragraph,
  features: textList(words(), 1, 12),
  callToAction: words(60),
  leadsTo: z.enum(planTargets, 'Please choose what the button opens.'),
  isFeatured: z.boolean(),
});
export type Plan = z.output<typeof plan>;

/** How the sale runs: for each visitor by itself, to one real end for everybody, or not at all. */
const saleSetting = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('per-visitor'), hours: wholeNumber(1, 720) }),
    /** `endsAt` is an instant with its offset, such as `2026-12-31T23:59:00+02:00`. */
    z.object({
      kind: z.literal('until'),
      endsAt: instantText('Please give the day and the time at which the sale ends.'),
    }),
    z.object({ kind: z.literal('none') }),
  ],
  'Please choose how the sale runs.',
);

const chooseStarts = 'Please choose when sessions can start.';

/** A kind of session that can be booked. */
const mentorshipOption = z.object({
  icon: z.enum(sessionIcons, 'Please choose a picture.'),
  title: words(120),
  price: words(60),
  /** As visitors read it; null where nothing is said. */
  length: emptyAsNull(words(60)),
  /** How long a session is. Bookings keep the length they were made with. */
  minutes: wholeNumber(5, 480),
  /** Sessions begin on the hour, or on every so many minutes of it. */
  gridMinutes: z
    .int(chooseStarts)
    .refine((minutes) => startGrids.some((grid) => grid === minutes), chooseStarts)
    .default(60),
  /** What stays free after each. */
  gapMinutes: wholeNumber(0, 240).default(0),
  /** Null for those of all sessions (`settings/booking.ts`). */
  leastNoticeHours: wholeNumberOrNull(0, 336),
  bookableDays: wholeNumberOrNull(1, 730),
  description: paragraph,
});
export type MentorshipOption = z.output<typeof mentorshipOption>;

const byTitle = { value: ({ title }: { title: string }) => title, field: 'title' };

/** What the mentor sells. Prices are written as visitors read them. */
export const offersSettings = z.object({
  /** The four cards on the home page. */
  serviceOfferings: listOf(serviceOffering, { least: 4, most: 4, keyOf: byTitle }),
  sale: saleSetting,
  plans: listOf(plan, { least: 3, most: 3, keyOf: byTitle }).superRefine((plans, context) => {
    for (const [index, { salePrice, discountLabel }] of plans.entries()) {
      if (!salePrice || discountLabel) continue;
      const path = [index, 'discountLabel'];
      const message = 'Please say what the badge beside the sale price reads, such as 50% OFF.';
      context.addIssue({ code: 'custom', path, message });
    }
  }),
  mentorshipOptions: listOf(mentorshipOption, { least: 1, most: 9, keyOf: byTitle }),
});
export type OffersSettings = z.output<typeof offersSettings>;
