import { bookingContent, bookingNotice } from '#features/booking/rules/index.ts';
import { leadContent } from '#features/leads/rules/index.ts';
import { toWireContent } from '#rules/submission-keys.ts';
import { submissionId, z } from '#rules/zod.ts';

/** A visitor's submission, as requests, the journal and emails use it. */
export const submission = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead'), id: submissionId, content: leadContent }),
  z.object({ kind: z.literal('booking'), id: submissionId, content: bookingContent }),
  /** A booking whose date is only text, so it is in no calendar. */
  z.object({ kind: z.literal('undated-booking'), id: submissionId, content: bookingNotice }),
]);
export type Submission = z.output<typeof submission>;

/** Returns a submission in its original form, which the journal stores. */
export const toPayload = ({ content, ...named }: Submission) => ({
  ...named,
  content: toWireContent(content),
});
