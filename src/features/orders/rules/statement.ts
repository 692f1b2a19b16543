import { parse } from 'csv-parse/sync';
import { parseAmount } from './money.ts';
import { areMonthsFirst, type DateSetting, findDate } from './statement-date.ts';
import { findLayout, type StatementColumns, type StatementLayout } from './statement-layout.ts';

export interface StatementLine {
  /** Its place in the file, counted from 1. */
  lineNumber: number;
  /** `YYYY-MM-DD`, as the bank dates it. */
  date: string;
  /** Money in is positive, money out negative. */
  amountCents: number;
  description: string;
  /** Equal for the same line in another download of the account. */
  fingerprint: string;
}

/** Why a line was not read, in words for the mentor. */
export const unreadReasons = {
  quotes: 'A quotation mark is not closed.',
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
}

interface Row {
  lineNumber: number;
  text: string;
  /** Missing if a quotation mark is not closed. */
  cells: string[] | undefined;
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

/** Splits each line separately, so that a stray quotation mark only affects its line. */
function splitRows(text: string, delimiter: string): Row[] {
  return text.split(/\r\n|\n|\r/).map((text, at) => {
    const row = { lineNumber: at + 1, text };
    try {
      const options = { delimiter, trim: true, relax_quotes: true } as const;
      const [cells = []] = parse(text, options);
      return { ...row, cells: cells.map((cell) => cell.replace(/^'(.*)'$/, '$1').trim()) };
    } catch {
      return { ...row, cells: undefined };
    }
  });
}

/** Amounts of a file in which only credits are marked (`75.00Cr`) are debits without the mark. */
type Unmarked = 'signed' | 'debit';

function readUnmarked(amounts: readonly string[]): Unmarked {
  const isMarked = (mark: RegExp) => amounts.some((amount) => mark.test(amount.trim()));
  return isMarked(/\dcr\.?$/i) && !isMarked(/^[-−(]|dr\.?$/i) ? 'debit' : 'signed';
}

/** Returns the amount of a line in cents: null if the bank left it empty, undefined if it is unclear. */
function readAmount(
  cells: readonly string[],
  { amount, direction, credit, debit }: StatementColumns,
  unmarked: Unmarked,
): number | null | undefined {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
  if (amount !== undefined) {
    if (cell(amount) === '') return null;
    const cents = parseAmount(cell(amount));
    if (cents === undefined) return undefined;
    if (direction === undefined) {
      return unmarked === 'debit' && !/cr\.?$/i.test(cell(amount)) ? 0 - cents : cents;
    }
    if (/^c/i.test(cell(direction))) return Math.abs(cents);
    return /^d/i.test(cell(direction)) ? 0 - Math.abs(cents) : undefined;
  }
  if (cell(credit) === '' && cell(debit) === '') return null;
  const [moneyIn, moneyOut] = [parseAmount(cell(credit) || '0'), parseAmount(cell(debit) || '0')];
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

async function readLines(rows: Row[], { columns, firstRow, isLine }: StatementLayout) {
  const statement: Statement = { lines: [], unread: [] };
  const column = (at: number | undefined) =>
    rows.slice(firstRow).flatMap(({ cells }) => (at === undefined ? [] : (cells?.[at] ?? [])));
  const preamble = rows.slice(0, firstRow).flatMap(({ cells }) => cells ?? []);
  const setting: DateSetting = {
    isMonthFirst: areMonthsFirst(column(columns.date)),
    lastDay: preamble
      .flatMap((cell) => findDate(cell) ?? [])
      .sort()
      .at(-1),
  };
  const unmarked = readUnmarked(column(columns.amount));
  const seen = new Map<string, number>();
  for (const { lineNumber, text, cells } of rows.slice(firstRow)) {
    if (cells?.every((cell) => cell === '')) continue;
    if (cells && !isLine(cells)) continue;
    const date = cells && findDate(cells[columns.date] ?? '', setting);
    const amountCents = cells && readAmount(cells, columns, unmarked);
    if (!cells || !date || typeof amountCents !== 'number') {
      const missing = amountCents === null ? 'no amount' : 'amount';
      const reason = !cells ? 'quotes' : !date ? 'date' : missing;
      statement.unread.push({ lineNumber, text, reason });
      continue;
    }
    const line = { lineNumber, date, amountCents, description: readDescription(cells, columns) };
    statement.lines.push({ ...line, fingerprint: await toFingerprint(line, seen) });
  }
  return statement;
}

/**
 * Reads a bank statement in CSV from FNB, Standard Bank, Absa or Nedbank, or any file with named columns.
 * Every line after the header is returned as read or unread, except for blank lines and notes of the
 * bank. Returns undefined if it recognises no layout.
 */
export async function readStatement(file: Uint8Array): Promise<Statement | undefined> {
  const text = decode(file);
  for (const delimiter of [',', ';', '\t']) {
    const rows = splitRows(text, delimiter);
    const layout = findLayout(rows.map(({ cells }) => cells ?? []));
    if (layout) return readLines(rows, layout);
  }
  return undefined;
}
