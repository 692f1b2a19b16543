import { findDate } from './statement-date.ts';

/** The columns of a line, counted from 0: one signed amount, or money in and out separately. */
export interface StatementColumns {
  date: number;
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
  /** Says whether an unsigned amount is a credit or a debit. */
  direction?: number | undefined;
  /** Every column that may have the payer's text. */
  descriptions: number[];
}

export interface StatementLayout {
  columns: StatementColumns;
  /** The rows before it describe the account. */
  firstRow: number;
  /** Whether a row is a line of the statement. Others are balances or notes. */
  isLine: (cells: readonly string[]) => boolean;
}

type Rows = readonly (readonly string[])[];

/** The banks' names of columns, in order of preference. */
const names = {
  date: [
    'date',
    'transaction date',
    'posting date',
    'postingdate',
    'posted date',
    'trans date',
    'tran date',
    'booking date',
    'effective date',
    'value date',
    'datum',
  ],
  amount: ['amount', 'transaction amount', 'amount zar', 'value', 'bedrag'],
  credit: [
    'credit',
    'credits',
    'credit amount',
    'money in',
    'moneyin',
    'in',
    'paid in',
    'received',
    'deposit',
    'deposits',
    'krediet',
  ],
  debit: [
    'debit',
    'debits',
    'debit amount',
    'money out',
    'moneyout',
    'out',
    'paid out',
    'payment',
    'payments',
    'withdrawal',
    'withdrawals',
    'debiet',
  ],
  direction: ['debit/credit', 'credit/debit', 'dr/cr', 'cr/dr', 'd/c', 'c/d'],
};

/** The last word of the name of a text column. */
const descriptionNames = [
  'description',
  'details',
  'narrative',
  'narration',
  'reference',
  'memo',
  'particulars',
  'payee',
  'beskrywing',
  'verwysing',
];
const isDescription = (name: string) => descriptionNames.includes(name.split(' ').at(-1) ?? '');

/** `MoneyIn(R)` is `moneyin`, `Description 1` is `description`. */
const toName = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[^a-z/]+/g, ' ')
    .trim();

/** Finds the columns by a row of names. */
function readHeader(cells: readonly string[]): StatementColumns | undefined {
  const header = cells.map(toName);
  const find = (known: string[]) => known.map((name) => header.indexOf(name)).find((at) => at >= 0);
  const [date, amount, credit] = [find(names.date), find(names.amount), find(names.credit)];
  const descriptions = header.flatMap((name, at) => (isDescription(name) ? [at] : []));
  if (date === undefined || descriptions.length === 0) return undefined;
  if (amount !== undefined) {
    return { date, amount, direction: find(names.direction), descriptions };
  }
  return credit === undefined
    ? undefined
    : { date, credit, debit: find(names.debit), descriptions };
}

function findNamedColumns(rows: Rows): StatementLayout | undefined {
  for (const [at, cells] of rows.entries()) {
    const columns = readHeader(cells);
    if (!columns) continue;
    // FNB emails statements whose rows start with the number of their kind.
    const kind = cells[0]?.trim() ?? '';
    const isLine = (row: readonly string[]) => !/^\d+$/.test(kind) || row[0]?.trim() === kind;
    return { columns, firstRow: at + 1, isLine };
  }
  return undefined;
}

/** Standard Bank's short form: the kind of row, the day, a mark for fees, the amount, two texts. */
function findStandardBankColumns(rows: Rows): StatementLayout | undefined {
  const isLine = (cells: readonly string[]) => cells[0] === 'HIST';
  if (!rows.some(isLine)) return undefined;
  return { columns: { date: 1, amount: 3, descriptions: [4, 5] }, firstRow: 0, isLine };
}

/** Nedbank: day, text, amount, balance; business accounts have a number before the day. */
function findNedbankColumns(rows: Rows): StatementLayout | undefined {
  if (!rows.some(([first = '']) => /^statement enquiry\b/i.test(first))) return undefined;
  for (const [firstRow, cells] of rows.entries()) {
    const date = [0, 1].find((at) => findDate(cells[at] ?? '') && cells.length >= at + 3);
    if (date === undefined) continue;
    const columns = { date, amount: date + 2, descriptions: [date + 1] };
    return { columns, firstRow, isLine: () => true };
  }
  return undefined;
}

/**
 * Returns the layout of a bank statement, by the names of its columns or else by the marks of its bank.
 * Returns undefined if it has neither.
 */
export const findLayout = (rows: Rows): StatementLayout | undefined =>
  findNamedColumns(rows) ?? findStandardBankColumns(rows) ?? findNedbankColumns(rows);
