/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Matches where a program may start a cell: after a comma, a semicolon, a tab or a line break, and
 * characters that it skips, followed by a sign that starts a formula, also in full-width and small
 * forms. The sign is optional, so that no run of characters is matched twice.
 */
const cellStart = /((?:^|[,;\t\r\n])[\s\p{C}",;]*)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu;

/** An international phone number: the calling code (ITU-T E.164), and at least four more digits. */
const phoneNumber =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}) ?(?=(?:\D*\d){4})([\d ()./-]+)$/;

/** A number in scientific notation, which Excel writes out: `5e10`, `1,5E-3`, `(2e4)`, `R5e10`. */
const scientific = /^\(?[R$€£]?[\d.,]+e[+-]?\d+%?\)?$/i;

/**
 * Returns whether Excel would change this number: it drops leading zeros and spaces, rounds, and
 * calculates powers.
 */
const countsAsNumber = (text: string) =>
  scientific.test(text.replaceAll(/\s/g, '')) ||
  (/^[\d\s]+$/.test(text) && /\d/.test(text) && (/^0.|\s/.test(text) || text.length > 11));

/**
 * Excel splits a file by the region's list separator, which is a semicolon in South Africa. Other
 * programs detect it. With a line `sep=,`, Excel would ignore the byte order mark and break
 * non-ASCII letters.
 */
const separator = ';';

/** The content of a cell. Instants are written in UTC. */
export type CsvValue = string | Date | null;

/**
 * Returns one line of a CSV file (RFC 4180). An apostrophe before each sign that could start a formula
 * keeps it text, whether a program splits at commas, semicolons or tabs. A phone number stays readable:
 * `(+27) 82 …`.
 */
export const toCsvLine = (values: CsvValue[]): string =>
  `${values.map((value) => toField(toText(value))).join(separator)}\r\n`;

const toText = (value: CsvValue) => (value instanceof Date ? value.toISOString() : (value ?? ''));

function toField(text: string): string {
  return `"${toHarmless(text).replaceAll('"', '""')}"`;
}

function toHarmless(text: string): string {
  if (phoneNumber.test(text)) return text.replace(phoneNumber, '(+$1) $2');
  if (countsAsNumber(text)) return `'${text}`;
  return text.replaceAll(cellStart, (_, start: string, sign: string) =>
    sign ? `${start}'${sign}` : start,
  );
}
