import { formatRand, toPriceWords } from '#rules/money.ts';
import { emptyAsNull, optionalText, requiredText, z } from '#rules/zod.ts';

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
}
