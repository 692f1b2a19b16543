import { parse } from 'csv-parse/sync';
import { findReferences } from '#features/orders/rules/index.ts';
import { cutText } from '#rules/cut-text.ts';
import { parseAmount } from '#rules/money.ts';
import { areMonthsFirst, type DateSetting, findDate } from './statement-date.ts';
import { findLayout, type StatementColumns, type StatementLayout } from './statement-layout.ts';
import { nextTask, type Rest, sliceWork } from './work-slices.ts';

export interface StatementLine {
  /** Its place in the file, counted from 1. */
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
} as const;

export interface UnreadLine {
  lineNumber: number;
  text: string;
  reason: keyof typeof unreadReasons;
}

export interface Statement {
  lines: StatementLine[];
  unread: UnreadLine[];
  /** The places of lines without an amount, such as balances. */
  notes: number[];
}

/** The most lines of a statement, and the most characters of a line. */
export const statementLimits = { lines: 50_000, lineLength: 2_000 };

/** How many lines of the account may be before the names of the columns. */
const preambleLines = 200;

interface Row {
  lineNumber: number;
  text: string;
}

/** Banks write UTF-8; Excel also writes Windows-1252 and UTF-16. Some FNB files have null characters. */
function decode(file: Uint8Array): string {
  const isUtf16 = file[0] === 0xff && file[1] === 0xfe;
  const decodeAs = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(file);
  try {
    return decodeAs(isUtf16 ? 'utf-16le' : 'utf-8').replaceAll('\0', '');
  } catch {
    return decodeAs('windows-1252').replaceAll('\0', '');
  }
}

/** Lists the lines that are not blank. Returns undefined if there are too many. */
async function listRows(text: string, rest: Rest): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  let lineNumber = 1;
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    await rest(part);
    if (/^[\r\n]/.test(part)) lineNumber += 1;
    if (part.trim() === '') continue;
    if (rows.length === statementLimits.lines) return undefined;
    rows.push({ lineNumber, text: part });
  }
  return rows;
}

/**
 * Splits one line, so that a stray quotation mark only affects its line. Returns why if it can't.
 */
function splitRow(text: string, delimiter: string): string[] | 'length' | 'quotes' {
  if (text.length > statementLimits.lineLength) return 'length';
  const unquote = (cell: string) =>
    cell
      .trim()
      .replace(/^'(.*)'$/, '$1')
      .trim();
  // The parser is slow to start, so it only gets the lines that need it.
  if (!text.includes('"')) return text.split(delimiter).map(unquote);
  try {
    const [cells = []] = parse(text, { delimiter, trim: true, relax_quotes: true });
    return cells.map(unquote);
  } catch {
    return 'quotes';
  }
}

/** Amounts of a file in which only credits are marked (`75.00Cr`) are debits without the mark. */
type Unmarked = 'signed' | 'debit';

function readUnmarked(amounts: readonly string[]): Unmarked {
  const isMarked = (mark: RegExp) => amounts.some((amount) => mark.test(amount.trim()));
  return isMarked(/\dcr\.?$/i) && !isMarked(/^[-−(]|dr\.?$/i) ? 'debit' : 'signed';
}

/** Returns the text of a sum, which is empty where the bank writes a dash. */
const sumText = (cells: readonly string[], at: number | undefined) => {
  const text = at === undefined ? '' : (cells[at] ?? '');
  return /^(?:[-–—]+|n\/?a)$/i.test(text) ? '' : text;
};

/** Reads the fee of a line without another amount: `5.00`, `*5.00` or `-0.35`. */
function readFee(text: string, hasSigns: boolean): number | null | undefined {
  if (text === '') return null;
  const cents = parseAmount(text.replace(/^[*#] ?/, ''));
  return cents === undefined || hasSigns ? cents : 0 - Math.abs(cents);
}

/** How the amounts of a file are to be read. */
interface AmountSetting {
  unmarked: Unmarked;
  /** Whether some amounts have a minus, so that the others came in. */
  hasSigns: boolean;
  hasSignedFees: boolean;
}

/** Returns the amount of a line in cents: null if the bank left it empty, undefined if it is unclear. */
function readAmount(
  cells: readonly string[],
  { amount, direction, credit, debit, fee }: StatementColumns,
  { unmarked, hasSigns, hasSignedFees }: AmountSetting,
): number | null | undefined {
  const feeText = sumText(cells, fee);
  if (amount !== undefined) {
    const text = sumText(cells, amount);
    if (text === '') return readFee(feeText, hasSignedFees);
    const cents = parseAmount(text);
    if (cents === undefined) return undefined;
    if (direction === undefined) {
      return unmarked === 'debit' && !/cr\.?$/i.test(text) ? 0 - cents : cents;
    }
    const side = cells[direction] ?? '';
    if (/^[ck]/i.test(side)) return Math.abs(cents);
    if (/^d/i.test(side)) return 0 - Math.abs(cents);
    return hasSigns ? cents : undefined;
  }
  const [creditText, debitText] = [sumText(cells, credit), sumText(cells, debit)];
  if (creditText === '' && debitText === '') return readFee(feeText, hasSignedFees);
  const [moneyIn, moneyOut] = [parseAmount(creditText || '0'), parseAmount(debitText || '0')];
  if (moneyIn === undefined || moneyOut === undefined || moneyIn < 0) return undefined;
  if (moneyIn !== 0 && moneyOut !== 0) return undefined;
  return moneyIn - Math.abs(moneyOut);
}

/** Joins the texts of a line, without those that repeat another. */
function readDescription(cells: readonly string[], { descriptions }: StatementColumns): string {
  const texts = descriptions.map((at) => (cells[at] ?? '').replace(/\s+/g, ' '));
  return texts
    .filter((text, at) => !texts.slice(0, at).some((one) => one.includes(text)))
    .join(' ');
}

/**
 * Hashes what identifies a line. Equal lines of one day differ by their order, so a download must have
 * whole days.
 */
async function toFingerprint(line: Omit<StatementLine, 'fingerprint'>, seen: Map<string, number>) {
  const words = line.description.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const key = [line.date, line.amountCents, words.trim()].join('|');
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${key}|${count}`));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/** Banks mark pending payments in the text or in a separate column. */
const pendingText = /\((?:pending|uncleared|unposted|authori[sz]ed)\)|^pending\b/i;
const pendingStatus =
  /pending|unclear|not clear|unposted|authori[sz]|processing|on hold|declin|fail|revers/i;

const isPending = (cells: readonly string[], { status, descriptions }: StatementColumns) =>
  (status !== undefined && pendingStatus.test(cells[status] ?? '')) ||
  descriptions.some((at) => pendingText.test(cells[at] ?? ''));

/**
 * Whether a row without an amount is a note of the bank, such as a balance. Not if it may be a damaged
 * line with money: without a date but with another sum, or with a reference.
 */
function isNote(cells: readonly string[], hasDate: boolean, balance: number | undefined): boolean {
  if (findReferences(cells.join(' ')).length > 0) return false;
  return hasDate || !cells.some((cell, at) => at !== balance && /\d[.,]\d\d(?!\d)/.test(cell));
}

async function readLines(
  rows: Row[],
  { columns, firstRow, width, isLine }: StatementLayout,
  { delimiter, rest }: { delimiter: string; rest: Rest },
): Promise<Statement> {
  const split: ReturnType<typeof splitRow>[] = [];
  for (const { text } of rows) {
    split.push(splitRow(text, delimiter));
    await rest(text);
  }
  const statement: Statement = { lines: [], unread: [], notes: [] };
  const body = split.slice(firstRow).filter((cells) => typeof cells !== 'string');
  const column = (at: number | undefined) =>
    at === undefined ? [] : [...new Set(body.flatMap((cells) => cells[at] ?? []))];
  const isMinus = (text: string) => /^[-−(].*\d/.test(text);
  const amounts = column(columns.amount);
  const amountSetting = {
    unmarked: readUnmarked(amounts),
    hasSigns: amounts.some(isMinus),
    hasSignedFees: column(columns.fee).some(isMinus),
  };
  const preamble = split.slice(0, firstRow).flat();
  const dateSetting: DateSetting = {
    isMonthFirst: areMonthsFirst(column(columns.date)),
    lastDay: preamble
      .flatMap((cell) => findDate(cell) ?? [])
      .sort()
      .at(-1),
  };
  const header = split[firstRow - 1] ?? [];
  const balance = Array.isArray(header)
    ? header.findIndex((name) => /balance|saldo/i.test(name))
    : -1;
  const seen = new Map<string, number>();
  for (const [at, { lineNumber, text }] of rows.entries()) {
    if (at < firstRow) continue;
    await rest(text);
    const cells = split[at] ?? [];
    const leave = (reason: UnreadLine['reason']) =>
      statement.unread.push({ lineNumber, text: cutText(text.slice(0, 400), 200), reason });
    if (typeof cells === 'string') {
      leave(cells);
      continue;
    }
    if (cells.every((cell) => cell === '') || !isLine(cells)) continue;
    // A comma without quotes moves the cells after it.
    if (width !== undefined && cells.findLastIndex((cell) => cell !== '') >= width) {
      leave('columns');
      continue;
    }
    const date = findDate(cells[columns.date] ?? '', dateSetting);
    const amountCents = readAmount(cells, columns, amountSetting);
    if (amountCents === null && isNote(cells, date !== undefined, balance)) {
      statement.notes.push(lineNumber);
      continue;
    }
    if (!date || typeof amountCents !== 'number') {
      leave(!date ? 'date' : amountCents === null ? 'no amount' : 'amount');
      continue;
    }
    const line = {
      lineNumber,
      date,
      amountCents,
      description: readDescription(cells, columns),
      isPending: isPending(cells, columns),
    };
    statement.lines.push({ ...line, fingerprint: await toFingerprint(line, seen) });
  }
  return statement;
}

/**
 * Reads a bank statement in CSV: any file with named columns, as most South African banks write it, or the
 * layouts of Standard Bank and Nedbank without names. Every line after the header is returned as read or
 * unread, except for blank lines and notes of the bank, which have no amount. Returns undefined if it
 * recognises no layout. Reads in slices, and pauses between them.
 */
export async function readStatement(
  file: Uint8Array,
  pause = nextTask,
): Promise<Statement | 'too long' | undefined> {
  const rest = sliceWork(pause);
  const rows = await listRows(decode(file), rest);
  if (!rows) return 'too long';
  const start = rows.slice(0, preambleLines);
  for (const delimiter of [',', ';', '\t', '|']) {
    const cells = [];
    for (const { text } of start) {
      const row = splitRow(text, delimiter);
      cells.push(typeof row === 'string' ? [] : row);
      await rest(text);
    }
    const layout = findLayout(cells);
    if (layout) return readLines(rows, layout, { delimiter, rest });
  }
  return undefined;
}
