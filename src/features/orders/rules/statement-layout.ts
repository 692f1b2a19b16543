import { findDate } from './statement-date.ts';

/** Where a line keeps what, counted from 0. It has an amount with its sign, or money in and out apart. */
export interface StatementColumns {
  date: number;
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
  /** Says of an amount without sign whether it is a credit or a debit. */
  direction?: number | undefined;
  /** Everything that may hold the payer's words. */
  descriptions: number[];
}

export interface StatementLayout {
  columns: StatementColumns;
  /** The rows before are about the account. */
  firstRow: number;
  /** Whether a row is meant to be a line; others hold balances or notes. */
  isLine: (cells: readonly string[]) => boolean;
}

type Rows = readonly (readonly string[])[];

/** What banks call their columns, in the order of preference. */
const names = {
  date: [
    ...['date', 'transaction date', 'posting date', 'postingdate', 'posted date', 'trans date'],
    ...['tran date', 'booking date', 'effective date', 'value date', 'datum'],
  ],
  amount: ['amount', 'transaction amount', 'amount zar', 'value', 'bedrag'],
  credit: [
    ...['credit', 'credits', 'credit amount', 'money in', 'moneyin', 'in', 'paid in', 'received'],
    ...['deposit', 'deposits', 'krediet'],
  ],
  debit: [
    ...['debit', 'debits', 'debit amount', 'money out', 'moneyout', 'out', 'paid out', 'payment'],
    ...['payments', 'withdrawal', 'withdrawals', 'debiet'],
  ],
  direction: ['debit/credit', 'credit/debit', 'dr/cr', 'cr/dr', 'd/c', 'c/d'],
};

/** The last word of what they call a column of texts. */
const descriptionNames = [
  ...['description', 'details', 'narrative', 'narration', 'reference', 'memo', 'particulars'],
  ...['payee', 'beskrywing', 'verwysing'],
];
const isDescription = (name: string) => descriptionNames.includes(name.split(' ').at(-1) ?? '');

/** `MoneyIn(R)` is `moneyin`, `Description 1` is `description`. */
const toName = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^a-z/]+/g, ' ')
    .trim();

/** Takes the columns from a row of their names. */
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
    // FNB mails statements whose rows begin with the number of their kind.
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
 * Returns how a bank statement is laid out, by the names of its columns or, for files without them, by
 * the marks of their bank; nothing where neither is there.
 */
export const findLayout = (rows: Rows): StatementLayout | undefined =>
  findNamedColumns(rows) ?? findStandardBankColumns(rows) ?? findNedbankColumns(rows);
