import { formatRand, toPriceWords } from '#rules/money.ts';
import { planCourseIds } from '#rules/plan-courses.ts';
import { emptyAsNull, optionalText, requiredText, z } from '#rules/zod.ts';
import { publication } from './publication.ts';

/** The largest amount of a course, in cents. */
const maxCents = 100_000_000;

const enterAmount = 'Enter an amount in rand, such as R1500 or R1 500,00.';

/** What a course costs, in cents of rand. */
export const courseAmount = z
  .int(enterAmount)
  .min(1, enterAmount)
  .max(maxCents, `Enter at most ${formatRand(maxCents)}.`)
  .nullable()
  .meta({
    label: 'Amount',
    placeholder: 'R1500',
    help: 'In rand. With an amount, visitors can buy this course here.',
  });

const enterDays = 'Enter a number of days, such as 365.';
const maxDays = 36_500;

/** How many days a customer has access to a course. */
export const courseAccessDays = z
  .int(enterDays)
  .min(1, enterDays)
  .max(maxDays, `Enter at most ${maxDays.toLocaleString('en')} days.`)
  .nullable()
  .meta({
    label: 'Access in days',
    placeholder: '365',
    help: 'From the day of the purchase. Leave it empty for access without an end.',
  });

const enterSessions = 'Enter a number of sessions from 1 to 100.';

/** How many sessions of mentorship a course includes. */
export const courseSessions = z
  .int(enterSessions)
  .min(1, enterSessions)
  .max(100, enterSessions)
  .nullable()
  .meta({
    label: 'Sessions included',
    placeholder: '2',
    help: 'How many one-on-one sessions buyers can book from their library, of your first session type that isn’t free. Leave it empty for none.',
  });

const maxSlugLength = 80;

/** Returns a title as a part of an address: `Zoë’s Gold Course` becomes `zoes-gold-course`. */
export const toSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    // Leaves room for a number that makes it unique.
    .slice(0, maxSlugLength - 10)
    .replaceAll(/^-|-$/g, '') || 'course';

/** The error for a name that another course has, maybe one in the trash. */
export const slugTaken = 'Another course has this short address. Choose a different one.';

export const isPlanCourse = ({ id }: { id: string }): boolean => planCourseIds.includes(id);

export const priceRequired = 'A price is required.';

/**
 * The form of a course. Blank features are left out. A course has a price in words, an amount, or both:
 * see `toCoursePrice`.
 */
export const courseForm = z.object({
  title: requiredText('A title is required.', 1, 300).meta({ label: 'Title' }),
  /** As the mentor wrote it, e.g. `R1500`. */
  price: optionalText(60).default('').meta({
    label: 'Price',
    placeholder: 'R1500',
    help: 'Shown exactly as you type it. Leave it empty to show the amount.',
  }),
  amount_cents: courseAmount.default(null),
  description: emptyAsNull(optionalText(5_000)).meta({ label: 'Description', isLong: true }),
  features: z
    .array(optionalText(300).optional())
    .default([])
    .transform((features) => features.flatMap((feature) => feature || []))
    .refine((features) => features.length <= 50, 'Use fewer than 50 features.'),
  access_days: courseAccessDays.default(null),
  sessions: courseSessions.default(null),
  has_downloads: z.boolean().default(false).meta({
    label: 'Films can be downloaded',
    help: 'People who can open a lesson get a Download link below its films.',
  }),
  /** Null: made from the title. */
  slug: emptyAsNull(
    optionalText(maxSlugLength)
      .toLowerCase()
      .regex(
        /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
        'Use letters from a to z, digits and single hyphens, such as gold-basics.',
      ),
  ).meta({
    label: 'Short address',
    placeholder: 'gold-basics',
    help: 'The name of the course in web addresses. Leave it empty to make it from the title.',
  }),
  published_at: publication,
});

/** Returns the words of a course's price. Words that name another amount are replaced. Null without any. */
export const toCoursePrice = (course: { price: string; amount_cents: number | null }) =>
  toPriceWords(course.price || null, course.amount_cents);

/** A course as visitors see it. Without an amount, it can't be bought on the site. */
export interface Course {
  id: string;
  title: string;
  price: string;
  amountCents: number | null;
  description: string | null;
  features: string[];
  /** How many sessions of mentorship it includes. */
  sessions: number | null;
}
