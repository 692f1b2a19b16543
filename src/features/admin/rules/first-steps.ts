import { z } from '#rules/zod.ts';

/** The steps that set up a new site, in display order. */
export const firstSteps = [
  'facts',
  'prices',
  'package',
  'payments',
  'contents',
  'hours',
  'mentor',
  'portrait',
  'mail',
  'second-factor',
  'privacy',
  'backup',
] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Steps that the site cannot detect, such as whether the prices are right: the mentor confirms them. */
const confirmableSteps = ['prices', 'package', 'payments', 'contents', 'hours', 'backup'] as const;
export type ConfirmableStep = (typeof confirmableSteps)[number];

export const isConfirmable = (step: FirstStep): step is ConfirmableStep =>
  confirmableSteps.some((confirmable) => confirmable === step);

/** The body of `POST /api/first-steps/confirmations`. */
export const stepConfirmation = z.object({
  step: z.enum(confirmableSteps, 'This step is completed automatically.'),
});

/** The progress of the first steps. */
export interface FirstSteps {
  is_dismissed: boolean;
  /** Whether the site is public and says nowhere who runs it. */
  is_nameless: boolean;
  /** Without the package if it is not offered, and without the contents of courses while no course can be bought. */
  steps: { name: FirstStep; is_done: boolean }[];
  /** The courses that can be bought and have no published lesson. */
  sold_without_contents: { id: string; title: string }[];
}
