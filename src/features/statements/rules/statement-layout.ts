import { findDate } from '#rules/written-date.ts';

/** The columns of a line, counted from 0: one signed amount, or money in and out separately. */
export interface StatementColumns {
  date: number;
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
  /** Has the amount of a bank fee, whose line may have no other amount. */
  fee?: number | undefined;
  /** Says whether an unsigned amount is a credit or a debit. */
  direction?: number | undefined;
  /** Says whether the bank has completed the line. */
  status?: number | undefined;
  /** Every column that may have the payer's text. */
  descriptions: number[];
}

export interface StatementLayout {
  columns: StatementColumns;
  /** The rows before it describe the account. */
  firstRow: number;
  /** How many columns have names, if they have. */
  width?: number;
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
  amount: [
    'amount',
    'transaction amount',
    'trans amount',
    'value',
    'transaction value',
    'bedrag',
    'transaksiebedrag',
  ],
  credit: [
    'credit',
    'credits',
    'cr',
    'money in',
    'moneyin',
    'in',
    'paid in',
    'payments in',
    'payment in',
    'funds in',
    'received',
    'money received',
    'deposit',
    'deposits',
    'krediet',
    'krediete',
    'geld in',
  ],
  debit: [
    'debit',
    'debits',
    'dr',
    'money out',
    'moneyout',
    'out',
    'paid out',
    'payments out',
    'payment out',
    'funds out',
    'spent',
    'payment',
    'payments',
    'withdrawal',
    'withdrawals',
    'debiet',
    'debiete',
    'geld uit',
  ],
  fee: [
    'fee',
    'fees',
    'service fee',
    'service fees',
    'bank fee',
    'bank fees',
    'bank charge',
    'bank charges',
    'charge',
    'charges',
    'fooi',
    'fooie',
  ],
  direction: [
    'debit/credit',
    'credit/debit',
    'dr/cr',
    'cr/dr',
    'd/c',
    'c/d',
    'debit or credit',
    'credit or debit',
  ],
  status: ['status', 'transaction status', 'state'],
};

/** The last word of the name of a text column. */
const descriptionNames = new Set([
  'description',
  'details',
  'detail',
  'narrative',
  'narration',
  'reference',
  'ref',
  'memo',
  'remarks',
  'particulars',
  'payee',
  'payer',
  'beneficiary',
  'counterparty',
  'cardholder',
  'note',
  'notes',
  'message',
  'comment',
  'comments',
  'transaction',
  'beskrywing',
  'besonderhede',
  'verwysing',
]);

/** Words after the name of a text column: `Reference Number`, `Payer name`. */
const afterDescription = new Set(['number', 'no', 'nr', 'name', 'text']);

function isDescription(name: string): boolean {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  const named = words.length > 1 && afterDescription.has(last) ? words.at(-2) : last;
  return descriptionNames.has(named ?? '');
}

/** `MoneyIn(R)` is `moneyin`, `Description 1` is `description`, `Debit / Credit` is `debit/credit`. */
const toName = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^a-z/]+/g, ' ')
    .replace(/ ?\/ ?/g, '/')
    .replace(/(?<!\S)(?:zar|rand|r)(?!\S)/g, '')
    .trim();

/** `Credit Amount` is `credit`. */
const withoutAmount = (name: string) => name.replace(/(?<=\S) (?:amount|amt|bedrag|value)$/, '');

const findName = (header: readonly string[], known: readonly string[]) =>
  known.map((name) => header.indexOf(name)).find((at) => at >= 0);

/** The best-known date, or else the first column with the word: `Date and time`. */
function findDateColumn(header: readonly string[]): number | undefined {
  const known = findName(header, names.date);
  if (known !== undefined) return known;
  const at = header.findIndex((name) => /(?<!\S)dat(?:e|um)(?!\S)/.test(name));
  return at < 0 ? undefined : at;
}

/** Finds the columns by a row of names. */
function readHeader(cells: readonly string[]): StatementColumns | undefined {
  const header = cells.map(toName);
  const sums = header.map(withoutAmount);
  const date = findDateColumn(header);
  const [amount, credit] = [findName(header, names.amount), findName(sums, names.credit)];
  const descriptions = header.flatMap((name, at) => (isDescription(name) ? [at] : []));
  if (date === undefined || descriptions.length === 0) return undefined;
  const columns = {
    date,
    fee: findName(sums, names.fee),
    status: findName(header, names.status),
    descriptions,
  };
  if (amount !== undefined) {
    return { ...columns, amount, direction: findName(header, names.direction) };
  }
  return credit === undefined
    ? undefined
    : { ...columns, credit, debit: findName(sums, names.debit) };
}

function findNamedColumns(rows: Rows): StatementLayout | undefined {
  for (const [at, cells] of rows.entries()) {
    const columns = readHeader(cells);
    if (!columns) continue;
    // FNB emails statements whose rows start with the number of their kind.
    const kind = cells[0]?.trim() ?? '';
    const isLine = (row: readonly string[]) => !/^\d+$/.test(kind) || row[0]?.trim() === kind;
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    return { columns, firstRow: at + 1, width, isLine };
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
