import { cutText } from '#rules/cut-text.ts';

export interface StatementLine {
  /** Its position in the file, counted from 1. */
  lineNumber: number;
  /** `YYYY-MM-DD`, as the bank dates it. */
  date: string;
  /** Money in is positive, money out negative. */
  amountCents: number;
  description: string;
  /** Whether the bank may still change or drop the line. */
  isPending: boolean;
  /** Equal for the same line in another download of the account. */
  fingerprint: string;
}

/** Why a line was not read, in words for the mentor. */
export const unreadReasons = {
  length: 'The line is too long.',
  quotes: 'A quotation mark is not closed.',
  columns: 'It has more columns than the header.',
  date: 'The date can’t be read.',
  amount: 'The amount can’t be read.',
  'no amount': 'There is no amount.',
  currency: 'The amount is not in rand.',
} as const;

export interface UnreadLine {
  lineNumber: number;
  text: string;
  reason: keyof typeof unreadReasons;
}

export interface Statement {
  lines: StatementLine[];
  unread: UnreadLine[];
  /** The positions of lines without an amount, such as balances. */
  notes: number[];
}

/** The most lines of a statement, and the most characters of a line. */
export const statementLimits = { lines: 50_000, lineLength: 2_000 };

/** Returns the start of a line that can't be read, for the mentor. */
export const toUnreadText = (text: string): string => cutText(text.slice(0, 400), 200);

/** Joins the texts of a line, without those that repeat another. */
export const joinTexts = (parts: readonly string[]): string => {
  const texts = parts.map((text) => text.replace(/\s+/g, ' ').trim());
  return texts
    .filter((text, at) => !texts.slice(0, at).some((one) => one.includes(text)))
    .join(' ');
};

/** How banks mark a pending payment in its text. */
export const pendingText = /\((?:pending|uncleared|unposted|authori[sz]ed)\)|^pending\b/i;

/**
 * Hashes what identifies a line. Equal lines of one day differ by their order, so a download must have
 * whole days.
 */
export async function toFingerprint(
  line: Omit<StatementLine, 'fingerprint'>,
  seen: Map<string, number>,
): Promise<string> {
  const words = line.description.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const key = [line.date, line.amountCents, words.trim()].join('|');
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${key}|${count}`));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
