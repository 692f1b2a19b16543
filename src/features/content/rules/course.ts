import { emptyAsNull, optionalText, requiredText, z } from '#rules/zod.ts';

/** The form of a course. Blank features are left out. */
export const courseForm = z.object({
  title: requiredText('A title is required.', 1, 300).meta({ label: 'Title' }),
  /** As the mentor wrote it, e.g. `R1500`. */
  price: requiredText('A price is required.', 1, 60).meta({
    label: 'Price',
    placeholder: 'R1500',
    help: 'Shown exactly as you type it.',
  }),
  description: emptyAsNull(optionalText(5_000)).meta({ label: 'Description', isLong: true }),
  features: z
    .array(optionalText(300).optional())
    .default([])
    .transform((features) => features.flatMap((feature) => feature || []))
    .refine((features) => features.length <= 50, 'Use fewer than 50 features.'),
});

/** A course as visitors see it. */
export type Course = z.output<typeof courseForm> & { id: string };
