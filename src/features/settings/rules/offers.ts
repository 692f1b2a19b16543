import { partPlans, usualDepositPercent } from '#rules/price.ts';
import type { SaleSetting } from '#rules/sale.ts';
import { startGrids } from '#rules/session-shape.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import { emptyAsNull, instantText, z } from '#rules/zod.ts';
import { amount, sessionPayments, settlePlan, settleSession } from './amounts.ts';
import {
  description,
  listOf,
  ownPath,
  title,
  wholeNumber,
  wholeNumberOrNull,
  words,
} from './parts.ts';

/** The icons of the home page's cards. */
export const offeringIcons = ['course', 'blueprint', 'mentorship', 'community'] as const;

/** The icons of session types. */
export const sessionIcons = ['call', 'session', 'package'] as const;

const iconLabels = {
  course: 'Open book',
  blueprint: 'Ruler',
  mentorship: 'Graduation cap',
  community: 'Speech bubbles',
  call: 'Phone',
  session: 'Calendar',
  package: 'Layers',
};

/** What the button of a plan opens. */
export const planTargets = ['course-inquiry', 'blueprint-inquiry', 'booking'] as const;

export const planTargetLabels = {
  'course-inquiry': 'Course inquiry form',
  'blueprint-inquiry': 'Blueprint inquiry form',
  booking: 'Booking page',
};

const pageLabels = {
  '/services': 'Services',
  '/mentorship': 'Mentorship',
  '/community': 'Community',
  '/education': 'Education',
  '/videos': 'Video Insights',
  '/freebies': 'Freebies',
  '/about': 'About',
  '/contact': 'Contact',
};

const serviceOffering = z.object({
  title,
  description,
  icon: z.enum(offeringIcons, 'Choose an icon.').meta({ label: 'Icon', choices: iconLabels }),
  href: ownPath.meta({ label: 'Opens', choices: pageLabels }),
});

/** How an offer can be paid in parts. Offers from before this field are paid in one payment. */
const parts = z
  .enum(partPlans, 'Choose how clients pay.')
  .default('none')
  .meta({
    label: 'Paid in parts',
    help: 'Clients pay the first part with their order. We ask for the others by email: monthly, and for the rest after a deposit by the day of the session or within a month.',
    choices: {
      none: 'No, in one payment',
      deposit: 'A deposit',
      two: 'Two instalments',
      three: 'Three instalments',
    },
  });

/** Offers from before this field ask for the usual deposit. */
const depositPercent = wholeNumber(10, 90)
  .default(usualDepositPercent)
  .meta({ label: 'Deposit (%)', help: 'Of the price, if it is paid with a deposit.' });

/** The words of a price. Without any, they are made from the amount. */
const priceWords = (label: string, amountField: string) =>
  emptyAsNull(words(60)).meta({ label, amountField, control: 'price-words' });

/** A plan on the services page. With a sale price, it is part of the sale. */
const plan = z.object({
  title,
  priceCents: amount('Price', 'In rand. Leave empty if clients don’t pay for it here.'),
  originalPrice: priceWords('Price in other words', 'priceCents'),
  priceDescription: words().meta({
    label: 'Text under the price',
    placeholder: 'one-time payment',
  }),
  saleCents: amount('Sale price', 'In rand. Leave empty to keep this plan out of the sale.'),
  salePrice: priceWords('Sale price in other words', 'saleCents'),
  discountLabel: emptyAsNull(words(40)).meta({
    label: 'Sale badge in other words',
    control: 'discount',
  }),
  description,
  features: listOf(words(), { least: 1, most: 12 }).meta({ label: 'Features', noun: 'feature' }),
  callToAction: words(60).meta({ label: 'Button text' }),
  leadsTo: z
    .enum(planTargets, 'Choose what the button opens.')
    .meta({ label: 'The button opens', choices: planTargetLabels }),
  isFeatured: z.boolean().meta({ label: 'Highlight this plan' }),
  parts,
  depositPercent,
  isDigital: z.boolean().meta({
    label: 'Digital product',
    help: 'Videos, documents and access. Buyers who choose to start right away give up their seven days to cancel.',
  }),
});

const settledPlan = plan.transform(settlePlan);
export type Plan = z.output<typeof settledPlan>;

export const saleHours = wholeNumber(1, 720).meta({ label: 'Length (hours)' });

/** How the sale runs: for each visitor, until a date, or not at all. */
const saleSetting = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('per-visitor'), hours: saleHours }),
      z.object({
        kind: z.literal('until'),
        endsAt: instantText('Choose the day and time when the sale ends.'),
      }),
      z.object({ kind: z.literal('none') }),
    ],
    'Choose how the sale runs.',
  )
  .meta({
    label: 'Sale',
    help: 'During a sale, plans show the sale price, the old price crossed out and a countdown.',
    control: 'sale',
    describe: (sale: SaleSetting, timeZone) => {
      if (sale.kind === 'none') return 'No sale';
      return sale.kind === 'until'
        ? `Ends ${formatDateAndClock(sale.endsAt, timeZone)}`
        : `${sale.hours} ${sale.hours === 1 ? 'hour' : 'hours'} per visitor`;
    },
  });

const chooseStarts = 'Choose when sessions can start.';
const useRules = 'Leave empty to use your booking rules.';

/** A type of session to book. */
const session = z.object({
  title: words(120).meta({ label: 'Title' }),
  priceCents: amount('Price', 'In rand. Leave empty if clients don’t pay for it here.'),
  price: priceWords('Price in other words', 'priceCents'),
  payment: z
    .enum(sessionPayments, 'Choose when clients pay.')
    .default('later')
    .meta({
      label: 'Payment',
      control: 'session-payment',
      help: 'With “Pay to confirm”, we hold the slot for a limited time, until the payment arrives. For a free session, leave the price empty.',
      choices: { free: 'Free', later: 'Pay later', confirm: 'Pay to confirm' },
    }),
  parts,
  depositPercent,
  /** Bookings keep the length they were made with. */
  minutes: wholeNumber(5, 480).meta({
    label: 'Length (minutes)',
    help: 'Offered only where the whole session fits.',
  }),
  length: emptyAsNull(words(60)).meta({
    label: 'Length shown to visitors',
    placeholder: '1 hour',
  }),
  sessions: wholeNumberOrNull(1, 100).meta({
    label: 'Number of sessions',
    help: 'For a package. Clients book the first session now, and the others from their private page once it is paid. Leave empty for a single session.',
  }),
  validMonths: wholeNumberOrNull(1, 60).meta({
    label: 'Valid for (months)',
    help: 'For a package: how long after the payment its sessions can be booked. Leave empty for no end.',
  }),
  /** The id of a type; empty for the same type, as is one that no longer exists. */
  sessionsOf: z.string().max(80).default('').meta({
    label: 'Type of the other sessions',
    help: 'For a package: what clients book after the first session.',
    control: 'session-type',
  }),
  outline: listOf(words(120), { most: 8 })
    .default([])
    .meta({ label: 'What you do together', noun: 'step' }),
  deliverables: listOf(words(120), { most: 8 })
    .default([])
    .meta({ label: 'What clients get', noun: 'item' }),
  gridMinutes: z
    .int(chooseStarts)
    .refine((minutes) => startGrids.some((grid) => grid === minutes), chooseStarts)
    .default(60)
    .meta({
      label: 'Starts',
      choices: { 60: 'On the hour', 30: 'Every 30 minutes', 15: 'Every 15 minutes' },
    }),
  gapMinutes: wholeNumber(0, 240).default(0).meta({
    label: 'Break after (minutes)',
    help: 'Time between this session and the next.',
  }),
  leastNoticeHours: wholeNumberOrNull(0, 336).meta({
    label: 'Minimum notice (hours)',
    help: useRules,
  }),
  bookableDays: wholeNumberOrNull(1, 730).meta({
    label: 'How far ahead clients can book (days)',
    help: useRules,
  }),
  description,
  icon: z.enum(sessionIcons, 'Choose an icon.').meta({ label: 'Icon', choices: iconLabels }),
  /** What bookings name it by, so that it can be renamed. Empty until it is saved. */
  id: z
    .string()
    .regex(/^[a-z0-9-]{0,80}$/, 'Invalid data.')
    .default('')
    .meta({ label: 'Id', control: 'hidden' }),
});

const settledSession = session.transform(settleSession);
export type MentorshipOption = z.output<typeof settledSession>;

/** What the mentor sells. Prices are amounts in cents, with the words that visitors read beside them. */
export const offersSettings = z
  .object({
    plans: listOf(settledPlan, { least: 3, most: 3, uniqueBy: 'title' }).meta({
      label: 'Plans',
      help: 'The three cards on the services page, in this order.',
      noun: 'plan',
    }),
    sale: saleSetting,
    mentorshipOptions: listOf(settledSession, { least: 1, most: 9, uniqueBy: 'title' }).meta({
      label: 'Session types',
      help: 'What clients can book on the mentorship page, in this order.',
      noun: 'session type',
      blank: { icon: 'session', minutes: 60, payment: 'later' },
    }),
    serviceOfferings: listOf(serviceOffering, { least: 4, most: 4, uniqueBy: 'title' }).meta({
      label: 'Home page cards',
      help: 'The four ways to learn, in this order.',
      noun: 'card',
    }),
  })
  .meta({ label: 'Offers', help: 'Plans, prices, the sale and session types' });
export type OffersSettings = z.output<typeof offersSettings>;
