/** Digits in the groupings that people write: `4500`, `4 500`, `4,500`, `4.500,00`, with cents or without. */
const figurePattern =
  /^(?:(\d+|\d{1,3}(?: \d{3})+)(?:[.,](\d{1,2}))?|(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?|(\d{1,3}(?:\.\d{3})+),(\d{1,2}))$/;

/** Replaces every kind of space between digits with a plain one. */
const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ').trim();

/** Returns the cents of digits without sign and currency. */
function parseFigure(text: string): number | undefined {
  const parts = figurePattern.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [whole = '', cents = ''] = parts.filter((part) => part !== undefined);
  const amount = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/**
 * Returns an amount of rand as people and banks write it, in cents: `R 4 500,00`, `ZAR 4500.5`, `-R100`,
 * `(1,250.00)`, `100.00-`, `75.00 Cr`, `75.00 Dr`. Returns undefined unless the text is one clear amount:
 * `4.500` is ambiguous, and `-5 Cr` contradicts itself.
 */
export function parseAmount(text: string): number | undefined {
  let rest = withPlainSpaces(text).replace(/[−–]/g, '-');
  const take = (pattern: RegExp): boolean => {
    const shorter = rest.replace(pattern, '');
    const isTaken = shorter !== rest;
    rest = shorter.trim();
    return isTaken;
  };
  const isCredit = take(/cr\.?$/i);
  const isDebit = !isCredit && take(/dr\.?$/i);
  const isBracketed = /^\(.*\)$/.test(rest) && take(/^\(|\)$/g);
  let signs = take(/^-/) ? 1 : 0;
  const isPlus = signs === 0 && take(/^\+/);
  take(/^(?:R|ZAR)(?=[\s\d-])/i);
  if (take(/^-/)) signs += 1;
  if (take(/-$/)) signs += 1;
  take(/(?<=[\d\s])ZAR$/i);
  const isNegative = isDebit || isBracketed || signs === 1;
  const cents = parseFigure(rest);
  if (cents === undefined || signs > 1) return undefined;
  if (isNegative && (isCredit || isPlus)) return undefined;
  return isNegative ? 0 - cents : cents;
}

/** Returns cents as digits with a decimal point, such as `-1500.00`, for programs and for copying. */
export function formatDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a number of cents.`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns cents as rand for readers, such as `R1 500.00` or `−R50.00`, without a line break. */
export function formatRand(cents: number): string {
  const digits = formatDecimal(Math.abs(cents)).replace(/\B(?=(?:\d{3}){1,5}\.)/g, '\u00A0');
  return `${cents < 0 ? '−' : ''}R${digits}`;
}

/** Returns the same without cents where there are none, for sentences and subjects: `R1 500`. */
export const formatBriefRand = (cents: number): string => formatRand(cents).replace(/\.00$/, '');

/** The digits of an amount within a sentence, without the punctuation that follows them. */
const figureInWords = String.raw`(?:\d{1,3}(?:[ ,]\d{3})+|\d+)(?:[.,]\d{1,2})?(?![.,]?\d)`;

/** An amount beside its currency, within a sentence: `R2,700`, `ZAR 500`, `1 500 rand`, `R10k`. */
const amountInWords = new RegExp(
  String.raw`(?<![\p{L}\d])(?:R|ZAR) ?(${figureInWords})(k\b)?|` +
    String.raw`(?<![\p{L}\d.,])(${figureInWords})(k)? ?(?:rand|ZAR)\b`,
  'giu',
);

/** Returns all amounts of rand in the words of a price, in cents. */
export function findRandAmounts(words: string): number[] {
  const text = withPlainSpaces(words);
  if (/^free\b/i.test(text)) return [0];
  const whole = parseAmount(text);
  if (whole !== undefined) return [whole];
  return [...text.matchAll(amountInWords)].flatMap(([, before, thousands, after, more]) => {
    const cents = (parseFigure(before ?? after ?? '') ?? NaN) * ((thousands ?? more) ? 1000 : 1);
    return Number.isSafeInteger(cents) ? [cents] : [];
  });
}

/** Whether own words may be shown beside an amount: if they name rand, they name this amount. */
export const mayShow = (words: string | null, cents: number | null): words is string =>
  Boolean(words) && (cents === null || agreesWithWords(words ?? '', cents));

/** Returns the words of a price: own words that are true, or those of the amount. Null without either. */
export function toPriceWords(words: string | null, cents: number | null): string | null {
  if (mayShow(words, cents)) return words;
  return cents === null ? null : formatBriefRand(cents);
}

/**
 * Whether the words of a price, such as `$150 / R2,700 per session`, agree with an amount in
 * cents. Words without a price in rand always agree. Of several prices, one has to agree.
 */
export function agreesWithWords(words: string, cents: number): boolean {
  const amounts = findRandAmounts(words);
  return amounts.length === 0 || amounts.includes(cents);
}
