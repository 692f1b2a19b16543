import { z } from '#rules/zod.ts';

/** What a new site still needs of its mentor, in the order in which it is shown. */
export const firstSteps = [
  'facts',
  'prices',
  'payments',
  'hours',
  'portrait',
  'mail',
  'second-factor',
  'privacy',
  'backup',
] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What the site cannot know by itself, or not always, as that its prices are right as they came or that nobody pays on it: somebody says so. */
const confirmableSteps = ['prices', 'payments', 'hours', 'backup'] as const;
export type ConfirmableStep = (typeof confirmableSteps)[number];

export const isConfirmable = (step: FirstStep): step is ConfirmableStep =>
  confirmableSteps.some((confirmable) => confirmable === step);

/** The body of `POST /api/first-steps/confirmations`. */
export const stepConfirmation = z.object({
  step: z.enum(confirmableSteps, 'This step completes itself.'),
});

/** How far the first steps are. */
export interface FirstSteps {
  is_dismissed: boolean;
  steps: { name: FirstStep; is_done: boolean }[];
}

/** What has become of a test mail. */
export interface TestMail {
  is_accepted: boolean;
  recipient: string;
  /** What the mail server said, or why it could not be asked. */
  answer: string;
}
