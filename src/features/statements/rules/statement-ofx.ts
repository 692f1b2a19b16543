import { parseAmount } from '#rules/money.ts';
import {
  joinTexts,
  pendingText,
  type Statement,
  type StatementLine,
  statementLimits,
  toFingerprint,
  toUnreadText,
  type UnreadLine,
} from './statement-line.ts';
import type { Rest } from './work-slices.ts';

/*
 * OFX 1 is SGML: values have no closing tag, and banks leave out line breaks, write `&` as it is, or close
 * some tags. OFX 2 is XML. Neither an SGML nor an XML parser reads all of that, so this reads tags only.
 */

/** How far into a file its header may reach. */
const headerLength = 4_000;

/** Returns whether a text is OFX: it has a header of OFX, or begins with its tag. */
export function isOfx(text: string): boolean {
  const start = text.slice(0, headerLength).trimStart();
  return /^<?(?:OFXHEADER|\?xml|\?OFX|OFX>)/i.test(start) && /<OFX>/i.test(start);
}

/** A tag with the text after it, up to the next tag. */
const taggedText = /^<(\/?)([A-Z][A-Z\d_.]{0,31})(?:\s[^<>]{0,200})?\s?\/?>/i;

const cdataStart = '<![CDATA[';

const namedCharacters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Replaces character references. One that is unknown stays as it is, such as in `B&B`. */
const toPlainText = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (written, ...found) => {
    const [digits, hex, name = ''] = found as [string?, string?, string?];
    if (digits === undefined && hex === undefined)
      return namedCharacters[name.toLowerCase()] ?? written;
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
  });

/** A transaction: its values by their tags, and what they are written in. */
interface Transaction {
  values: Map<string, string>;
  /** The file's own text, cut off where it is longer than a line may be. */
  text: string;
  isPending: boolean;
  currency: string;
}

/** Lists the transactions of all accounts in the file. Returns undefined if there are too many. */
async function listTransactions(text: string, rest: Rest): Promise<Transaction[] | undefined> {
  const transactions: Transaction[] = [];
  let current: Transaction | undefined;
  let tag = '';
  let currency = '';
  let isInData = false;
  const append = (value: string) => {
    if (tag === 'CURDEF') currency += value.trim().toUpperCase();
    else current?.values.set(tag, (current.values.get(tag) ?? '') + value);
  };
  for (const [part] of text.matchAll(/<[^<]*/g)) {
    await rest(part);
    // Data that is not closed ends with its transaction.
    if (/^<\/?STMTTRN/i.test(part)) isInData = false;
    const [opening = '', slash, name = ''] = isInData ? [] : (taggedText.exec(part) ?? []);
    const kind = name.toUpperCase();
    if (!slash && /^STMTTRNP?$/.test(kind)) {
      if (transactions.length === statementLimits.lines) return undefined;
      const isPending = kind === 'STMTTRNP';
      current = { values: new Map(), text: '', isPending, currency };
      transactions.push(current);
    }
    // Banks may leave out the end of a transaction, which its list has too.
    if (slash && /^(?:STMTTRNP?|BANKTRANLISTP?)$/.test(kind)) current = undefined;
    // What is longer than a line is not read, so that it costs no more.
    if (current && current.text.length <= statementLimits.lineLength)
      current.text += part.slice(0, statementLimits.lineLength + 1);
    else if (current) continue;
    if (opening === '') {
      const startsData: boolean = !isInData && part.startsWith(cdataStart);
      const value = startsData ? part.slice(cdataStart.length) : part;
      const end: number = startsData || isInData ? value.indexOf(']]>') : -1;
      isInData = (startsData || isInData) && end === -1;
      append(end === -1 ? value : value.slice(0, end));
    } else if (slash) {
      tag = '';
    } else {
      tag = kind;
      if (kind === 'CURDEF') currency = '';
      // The first of a name counts: another one belongs to a part of the transaction.
      if (!current?.values.has(kind))
        append(toPlainText(part.slice(opening.length, statementLimits.lineLength)));
      else tag = '';
    }
  }
  return transactions;
}

/** The kinds of transactions that take money, for banks that leave out the minus. */
const outgoing = /^(?:DEBIT|PAYMENT|DIRECTDEBIT|REPEATPMT|POS|ATM|CHECK|CASH|FEE|SRVCHG)$/i;

/** Some banks write more than two decimals, or none before the point. */
const toAmountText = (written: string) =>
  written
    .trim()
    .replace(/^([-+]?)(?=[.,])/, '$10')
    .replace(/([.,]\d\d)0{1,6}$/, '$1');

/** Returns the day as the bank writes it: `20261124`, `20261124120000.000[+2:SAST]`. */
function readDay(written: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(written.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const isDay = year && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  return isDay ? date : undefined;
}

type Reading = Omit<StatementLine, 'fingerprint' | 'lineNumber'> | UnreadLine['reason'];

function readTransaction(
  { values, text, isPending, currency }: Transaction,
  { hasSigns }: { hasSigns: boolean },
): Reading {
  const find = (...names: string[]) =>
    names.map((name) => values.get(name)?.trim() ?? '').find((value) => value !== '') ?? '';
  if (text.length > statementLimits.lineLength) return 'length';
  const date = readDay(find('DTPOSTED', 'DTTRAN', 'DTUSER'));
  if (!date) return 'date';
  const written = find('TRNAMT');
  if (written === '') return 'no amount';
  if (currency !== '' && currency !== 'ZAR') return 'currency';
  const cents = parseAmount(toAmountText(written));
  if (cents === undefined) return 'amount';
  const isOut = !hasSigns && outgoing.test(find('TRNTYPE'));
  const description = joinTexts(
    ['NAME', 'EXTDNAME', 'MEMO', 'REFNUM'].map((name) => values.get(name) ?? ''),
  );
  return {
    date,
    amountCents: isOut ? 0 - Math.abs(cents) : cents,
    description,
    isPending: isPending || pendingText.test(description),
  };
}

/**
 * Reads a bank statement in OFX 1 (SGML) or 2 (XML), also as QFX: the transactions of all its accounts. Each
 * is returned as read or unread, and its position is counted from 1.
 */
export async function readOfx(text: string, rest: Rest): Promise<Statement | 'too long'> {
  const transactions = await listTransactions(text, rest);
  if (!transactions) return 'too long';
  const statement: Statement = { lines: [], unread: [], notes: [] };
  const hasSigns = transactions.some(({ values }) => /^\s?[-−]/.test(values.get('TRNAMT') ?? ''));
  const seen = new Map<string, number>();
  for (const [at, transaction] of transactions.entries()) {
    await rest(transaction.text);
    const lineNumber = at + 1;
    const reading = readTransaction(transaction, { hasSigns });
    if (typeof reading === 'string') {
      const text = toUnreadText(transaction.text.replace(/\s+/g, ' '));
      statement.unread.push({ lineNumber, text, reason: reading });
      continue;
    }
    const line = { lineNumber, ...reading };
    statement.lines.push({ ...line, fingerprint: await toFingerprint(line, seen) });
  }
  return statement;
}
