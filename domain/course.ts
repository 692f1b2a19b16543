import { emptyAsNull, optionalText, requiredText, z } from './zod.ts';

/** What the admin asks for a course. Blank features are no features. */
export const courseForm = z.object({
  title: requiredText('A title is required.', 1, 300),
  /** As the mentor wrote it, such as `R1500`. */
  price: requiredText('A price is required.', 1, 60),
  description: emptyAsNull(optionalText(5_000)),
  features: z
    .array(optionalText(300).optional())
    .default([])
    .transform((features) => features.flatMap((feature) => feature || []))
    .refine((features) => features.length <= 50, 'Use fewer than 50 features.'),
});

/** A course that was added in the admin, as the public sees it. */
export type Course = z.output<typeof courseForm> & { id: string };
