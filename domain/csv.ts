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

/**
 * One line of a CSV file (RFC 4180), with its end. Nothing in it can act as a formula, whether
 * commas, semicolons or tabs are taken for separators: an apostrophe stands before each sign that
 * could begin one. A phone number stays one that can be read, copied and dialled: `(+27) 82 …`.
 */
export const toCsvLine = (values: (string | null)[]): string =>
  `${values.map((value) => toField(value ?? '')).join(',')}\r\n`;

function toField(text: string): string {
  const harmless = phoneNumber.test(text)
    ? text.replace(phoneNumber, '(+$1) $2')
    : text.replaceAll(cellStart, (_, start: string, sign: string) =>
        sign ? `${start}'${sign}` : start,
      );
  return `"${harmless.replaceAll('"', '""')}"`;
}
