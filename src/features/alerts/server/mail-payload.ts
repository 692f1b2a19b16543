import { z } from '#rules/zod.ts';

/** A problem that needs a person. */
const problem = z.discriminatedUnion('kind', [
  /** Emails have failed. */
  z.object({ kind: z.literal('mail'), mails: z.int() }),
  /** The last successful backup is too old; null if there is none. */
  z.object({ kind: z.literal('backup'), madeAt: z.iso.datetime().nullable() }),
  /** Films could not be converted. */
  z.object({ kind: z.literal('film'), films: z.int() }),
  /** The disk of the data folder is nearly full. */
  z.object({ kind: z.literal('disk'), freeBytes: z.number() }),
  /** People could not book, because many others behind their network had. */
  z.object({ kind: z.literal('turned-away'), networks: z.int() }),
  /** Submissions stay in the journal, or it cannot be written. */
  z.object({
    kind: z.literal('journal'),
    trouble: z.enum(['waiting', 'unwritable']),
    submissions: z.int(),
  }),
]);
export type Problem = z.infer<typeof problem>;
export type ProblemKind = Problem['kind'];

/** The payload of the email about a problem. */
export const alertMailPayload = z.object({
  kind: z.literal('alert-mail'),
  problem,
  /** The machine with the problem, and when it was found. */
  machine: z.string(),
  foundAt: z.iso.datetime(),
  mail: z.string(),
});
export type AlertMailPayload = z.infer<typeof alertMailPayload>;
