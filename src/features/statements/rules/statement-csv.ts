import { parse } from 'csv-parse/sync';
import { findReferences } from '#features/orders/rules/index.ts';
import { parseAmount } from '#rules/money.ts';
import { areMonthsFirst, type DateSetting, findDate } from '#rules/written-date.ts';
import { findLayout, type StatementColumns, type StatementLayout } from './statement-layout.ts';
import {
  joinTexts,
  pendingText,
  type Statement,
  statementLimits,
  toFingerprint,
  toUnreadText,
  type UnreadLine,
} from './statement-line.ts';
import type { Rest } from './work-slices.ts';

/** How many lines of the account may be before the names of the columns. */
const preambleLines = 200;

interface Row {
  lineNumber: number;
  text: string;
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

/** Returns the texts of a line. */
const readDescription = (cells: readonly string[], { descriptions }: StatementColumns): string =>
  joinTexts(descriptions.map((at) => cells[at] ?? ''));

/** Banks mark pending payments in the text or in a separate column. */
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
      statement.unread.push({ lineNumber, text: toUnreadText(text), reason });
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
 * recognises no layout.
 */
export async function readCsv(
  text: string,
  rest: Rest,
): Promise<Statement | 'too long' | undefined> {
  const rows = await listRows(text, rest);
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
