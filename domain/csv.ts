/** Spreadsheets run what begins like this as a formula. */
const formula = /^[=+\-@\t\r]/;

/** What makes Excel read a file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** One line of a CSV file (RFC 4180), with its end. Nothing in it can act as a formula. */
export const toCsvLine = (values: (string | null)[]): string =>
  `${values.map(toField).join(',')}\r\n`;

function toField(value: string | null): string {
  const text = value ?? '';
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
