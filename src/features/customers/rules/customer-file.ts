import { parse } from 'csv-parse/sync';
import { cutText } from '#rules/cut-text.ts';
import { decodeText } from '#rules/decode-text.ts';
import { toAddress } from '#rules/mailbox.ts';
import { findPhoneNumber, phoneNumberInvalid, toPhoneNumber } from '#rules/phone-number.ts';
import { areMonthsFirst, findDate } from '#rules/written-date.ts';
import { z } from '#rules/zod.ts';
import { personForm } from './access-request.ts';
import { customerFileLimits, type FaultyLine } from './customer-import.ts';

/** What a customer bought before this site, as a line says it. */
export interface CustomerLine {
  lineNumber: number;
  name: string;
  email: string | null;
  phone: string | null;
  /** The title or the short address of the course. */
  course: string;
  /** `YYYY-MM-DD`; null if the line has no date. */
  day: string | null;
}

/** The lines of a file, or why it can't be read. */
export type CustomerFile = { lines: CustomerLine[]; faulty: FaultyLine[] } | { problem: string };

type Column = 'name' | 'contact' | 'course' | 'date';

/** The words of column names, the most specific first: “Course name” is a course. */
const columnNames: [Column, RegExp][] = [
  ['contact', /email|\bmail\b|phone|foon|\b(?:cell|sel|mobile|whats ?app|tel|contact|kontak)\b/],
  ['date', /\b(?:date|datum|bought|purchased|paid on)\b/],
  ['course', /\b(?:courses?|kursus|products?|produk|program(?:me)?|items?|plan)\b/],
  ['name', /\b(?:(?:sur|first|last|full)?names?|naam|van|customer|client|student|buyer|kliënt)\b/],
];

/** The names of other columns that have one of these words. */
const otherColumn =
  /birth|gebore|\b(?:id|no|nr|number|ref\w{0,6}|price|fee|amount|company|business)\b/;

/** A longer text is in no column of a real file. */
const maxCell = 500;

function toColumn(header: string): Column | undefined {
  const name = header
    .slice(0, maxCell)
    .toLowerCase()
    .replaceAll(/[-_.]+/g, ' ')
    .trim();
  if (/\bcontact (?:name|person)\b/.test(name)) return 'name';
  const column = columnNames.find(([, words]) => words.test(name.replace('e mail', 'email')))?.[0];
  return column === 'contact' || !otherColumn.test(name) ? column : undefined;
}

const needed = { name: 'name', contact: 'email or phone', course: 'course' };

/** Returns the text of a cell in one line; empty for what people write for “nothing”. */
function toText(cell: string): string {
  const text = cell.slice(0, maxCell).replaceAll(/\s+/g, ' ').trim();
  return /^(?:[-–—]+|n\/?a)$/i.test(text) ? '' : text;
}

/** The text of a cell in an error. */
const quote = (text: string) => `“${cutText(text, 60)}”`;

const person = z.object({
  ...personForm,
  phone: personForm.phone.refine((phone) => !phone || findPhoneNumber(phone), phoneNumberInvalid),
});

/** Returns what identifies the person of a line, as `findCustomerLike` finds customers. */
export const toIdentity = ({ email, phone }: Pick<CustomerLine, 'email' | 'phone'>): string =>
  email === null ? `phone ${toPhoneNumber(phone ?? '')}` : `email ${toAddress(email)}`;

/** Returns a title for comparison: “Gold: the ‘Basics’” is `gold the basics`. */
export const toTitleKey = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Row {
  cells: string[];
  lineNumber: number;
  /** Whether a quotation mark is not closed. */
  isOpen?: true;
}

/** How many lines are read before other work gets its turn. */
const linesPerSlice = 25;

/** The most lines of a row: cells in quotation marks may have line breaks. */
const maxRowLines = 10;

const hasOpenQuote = (text: string) => text.split('"').length % 2 === 0;

/** Reads the rows that are not blank, at most one more than are allowed. */
function readRows(text: string, delimiter: string): Row[] {
  const lines = text.split('\n');
  const rows: Row[] = [];
  for (let at = 0; at < lines.length && rows.length < customerFileLimits.lines + 2; at += 1) {
    const line = lines[at] ?? '';
    if (line.replaceAll(delimiter, '').trim() === '') continue;
    const row = { cells: line.split(delimiter), lineNumber: at + 1 };
    if (!line.includes('"')) {
      rows.push(row);
      continue;
    }
    let end = at + 1;
    let part = line;
    while (hasOpenQuote(part) && end < Math.min(at + maxRowLines, lines.length)) {
      part += `\n${lines[end] ?? ''}`;
      end += 1;
    }
    const cells = splitRow(part, delimiter);
    if (cells) at = end - 1;
    rows.push(cells ? { ...row, cells } : { ...row, isOpen: true });
  }
  return rows;
}

/** Splits a row with quotation marks. Returns undefined if one is not closed. */
function splitRow(text: string, delimiter: string): string[] | undefined {
  try {
    return parse(text, { delimiter, relax_quotes: true })[0];
  } catch {
    return undefined;
  }
}

/** Reads the customers of a CSV file, and pauses every few lines. `today` is the mentor's. */
export async function readCustomerFile(
  file: Uint8Array,
  { today, pause }: { today: string; pause: () => Promise<unknown> },
): Promise<CustomerFile> {
  if (file[0] === 0x50 && file[1] === 0x4b)
    return {
      problem: 'This is a workbook. Save it as CSV in your spreadsheet program and try again.',
    };
  // Excel writes its separator into a separate first line.
  const [, named, content = ''] =
    /^(?:sep=(.)\n)?(.*)$/s.exec(decodeText(file).replaceAll(/\r\n?/g, '\n')) ?? [];
  const firstLine = content.trimStart().split('\n', 1)[0] ?? '';
  const width = (separator: string) => firstLine.split(separator).length;
  const separators = [';', ',', '\t'].toSorted((a, b) => width(b) - width(a));
  const delimiter = named ?? separators[0] ?? ';';
  const rows = readRows(content, delimiter);
  const [header, ...body] = rows;
  const columns = (header?.cells ?? []).map(toColumn);
  const missing = Object.entries(needed).filter(([one]) => !columns.includes(one as Column));
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name).join(', ');
    return {
      problem: `The first line must name the columns: name, email or phone, course, date. Missing: ${names}.`,
    };
  }
  if (body.length > customerFileLimits.lines)
    return {
      problem: `This file has more than ${customerFileLimits.lines.toLocaleString('en')} lines. Divide it and import the parts.`,
    };
  const skipped = named === undefined ? 0 : 1;
  const cellsOf = (cells: string[], column: Column) =>
    cells.flatMap((cell, at) => (columns[at] === column ? toText(cell) || [] : []));
  const isMonthFirst = areMonthsFirst(body.flatMap(({ cells }) => cellsOf(cells, 'date')));
  const lines: CustomerLine[] = [];
  const faulty: FaultyLine[] = [];
  const seen = new Map<string, number>();
  for (const [at, { cells, ...row }] of body.entries()) {
    if (at % linesPerSlice === 0) await pause();
    const lineNumber = row.lineNumber + skipped;
    const text = cutText(cells.join(' ').slice(0, 400), 200);
    if (row.isOpen) {
      faulty.push({ lineNumber, text, reasons: ['A quotation mark is not closed.'] });
      continue;
    }
    const [course = ''] = cellsOf(cells, 'course');
    const [written] = cellsOf(cells, 'date');
    const contacts = cellsOf(cells, 'contact');
    const read = person.safeParse({
      name: cellsOf(cells, 'name').join(' '),
      email: contacts.find((cell) => cell.includes('@')) ?? '',
      phone: contacts.find((cell) => !cell.includes('@')) ?? '',
    });
    const day = written === undefined ? null : findDate(written, { isMonthFirst });
    const reasons = read.error?.issues.map(({ message }) => message) ?? [];
    if (cells.findLastIndex((cell) => cell.trim() !== '') >= columns.length)
      reasons.push(
        'It has more columns than the first line. Put texts with a separator in quotation marks.',
      );
    if (contacts.length === 0) reasons.push('Enter an email address or a phone number.');
    if (course === '') reasons.push('Enter a course.');
    if (day === undefined || (day !== null && day < '1990'))
      reasons.push(`${quote(written ?? '')} is not a date. Write it like ${today}.`);
    else if (day !== null && day > today) reasons.push('The date is in the future.');
    if (read.success && contacts.length > 0) {
      const key = `${toIdentity(read.data)} ${toTitleKey(course)}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, lineNumber);
      else reasons.push(`Line ${first} has the same person and course.`);
      if (reasons.length === 0) {
        lines.push({ lineNumber, ...read.data, course, day: day ?? null });
        continue;
      }
    }
    faulty.push({ lineNumber, text, reasons });
  }
  return { lines, faulty };
}
