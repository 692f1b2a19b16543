import { z } from '#rules/zod.ts';

/** What a visitor reads about every code that can’t be used, so that guessing tells nothing. */
export const codeRefused = 'This code can’t be used for this. Check it, or send without it.';

/** The longest code, in characters. */
export const longestCode = 30;

/** Without characters that look alike, and without vowels, which would form words. */
const alphabet = '23456789CDFGHJKMNPQRTWX';

const madeLength = 8;

/** Returns a new code. `drawInteger` returns a random integer below its argument. */
export const makeCode = (drawInteger: (below: number) => number): string =>
  Array.from({ length: madeLength }, () => alphabet.charAt(drawInteger(alphabet.length))).join('');

/**
 * Returns a code as it is stored and compared: in capitals, without what phones add to it, such as spaces,
 * dashes and full-width letters.
 */
export const toVoucherCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Z}\p{Pd}\p{Cf}\u2212_]/gu, '')
    .toUpperCase();

/** The field of a visitor's form. Without a code it is undefined. */
export const voucherCode = z
  .string()
  .max(4 * longestCode, codeRefused)
  .nullish()
  .transform((text) => toVoucherCode(text ?? '') || undefined)
  .optional();
