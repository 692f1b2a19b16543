import { z } from 'zod';

/**
 * The lines of the journal. `submission` and `mail` are keys: `lead:<id>:<digest>`, and the same
 * with `:notice`.
 */
export const journalRecord = z.discriminatedUnion('type', [
  /** Accepted, and not known to be in the database. */
  z.object({
    type: z.literal('received'),
    submission: z.string(),
    at: z.iso.datetime(),
    payload: z.record(z.string(), z.unknown()),
  }),
  /** The mail server accepted an email about a submission that is still pending. */
  z.object({ type: z.literal('mailed'), mail: z.string(), at: z.iso.datetime() }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;

export interface PendingSubmission {
  submission: string;
  receivedAt: Date;
  payload: Record<string, unknown>;
}
