import { z } from '#rules/zod.ts';

/** The largest file of old customers, and the most of its lines. */
export const customerFileLimits = { bytes: 1024 * 1024, lines: 1_000 };

/** The query of `POST /api/customers/import`: whether customers get an email with their link. */
export const importQuery = z.object({
  mails: z.enum(['each', 'none'], { error: 'Choose whether they get an email.' }),
});
export type ImportQuery = z.output<typeof importQuery>;

/** A line that can't be imported, with what to correct. */
export interface FaultyLine {
  lineNumber: number;
  text: string;
  reasons: string[];
}

/** What a file of old customers adds: the answer to its preview and to its import. */
export interface CustomerImport {
  /** How many customers are new. */
  customers: number;
  accesses: number;
  /** How many customers have an email address and something to open. */
  mails: number;
  /** The accesses that have already ended. */
  ended: { lineNumber: number; name: string; title: string; endedOn: string }[];
  /** How many lines were imported before. */
  importedBefore: number;
  faulty: FaultyLine[];
}

/** How many customers get their email in a minute: mail servers refuse many at the same time. */
export const importMailsPerMinute = 20;
