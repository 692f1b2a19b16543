/** What makes Excel read a file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Where some reader may begin a cell, whatever it takes for the end of the one before: a comma, a
 * semicolon, a tab or a line break, then what readers pass over, then perhaps a sign that makes a
 * formula, in its full-width and small forms too. The sign is optional so that no run is read twice.
 */
const cellStart = /((?:^|[,;\t\r\n])[\s\p{C}",;]*)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu;

/** An international number: its calling code (ITU-T E.164), and the rest, which has four digits or more. */
const phoneNumber =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}) ?(?=(?:\D*\d){4})([\d ()./-]+)$/;

/** Digits and spaces that Excel would take for a number: without leading zeros, rounded, put together. */
const countsAsNumber = (text: string) =>
  /^[\d\s]+$/.test(text) && /\d/.test(text) && (/^0.|\s/.test(text) || text.length > 11);

/**
 * What stands between two cells. Excel splits a file by the list separator of its country, which is
 * the semicolon in South Africa; other programs find out. A line `sep=,` would have Excel pass
 * over the byte order mark, and break every letter beyond ASCII.
 */
const separator = ';';

/**
 * One line of a CSV file (RFC 4180), with its end. Nothing in it can act as a formula, whether
 * commas, semicolons or tabs are taken for separators: an apostrophe stands before each sign that
 * could begin one. A phone number stays one that can be read, copied and dialled: `(+27) 82 …`.
 */
export const toCsvLine = (values: (string | null)[]): string =>
  `${values.map((value) => toField(value ?? '')).join(separator)}\r\n`;

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
