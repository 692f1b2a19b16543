/**
 * Without vowels, which would form words, and without characters that are easily confused: 0 and 1,
 * B (8), L (1), S (5), V and Y (U), Z (2). Their number is prime, so the check character detects every
 * single wrong character and every two that are swapped.
 */
const alphabet = '23456789CDFGHJKMNPQRTWX';

/** How many characters are drawn: with 23 of them, 279 841 references. */
const drawnLength = 4;

/** What every reference starts with. */
export const referencePrefix = 'TP-';

/** Any start works. With this one, the reference in the documentation is valid. */
const checkStart = 11;

function checkCharacter(drawn: string): string {
  let sum = checkStart;
  for (const [at, character] of [...drawn].entries()) sum += alphabet.indexOf(character) * (at + 2);
  return alphabet.charAt(sum % alphabet.length);
}

const isCorrect = (code: string): boolean =>
  checkCharacter(code.slice(0, drawnLength)) === code.slice(drawnLength);

/**
 * Returns a new reference that people can read aloud, such as `TP-7K4Q2`. It names an order on a bank
 * statement and is no secret. `drawInteger` returns a random integer below its argument. Draw again
 * if an order already has the reference.
 */
export function createReference(drawInteger: (below: number) => number): string {
  let drawn = '';
  while (drawn.length < drawnLength) drawn += alphabet.charAt(drawInteger(alphabet.length));
  return `${referencePrefix}${drawn}${checkCharacter(drawn)}`;
}

/** Banks and phones change or drop the dash. Nothing may separate the other characters. */
const written = new RegExp(
  `(?<![\\p{L}\\p{N}])TP[\\s\\p{Pd}_./:]{0,3}([${alphabet}]{${drawnLength + 1}})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Returns all references in a text, each once, as `createReference` writes them. */
export function findReferences(text: string): string[] {
  const codes = [...text.matchAll(written)].map(([, code = '']) => code.toUpperCase());
  return [...new Set(codes.filter(isCorrect).map((code) => `${referencePrefix}${code}`))];
}

/**
 * Returns the reference in a text, in any case and with or without its dash. Returns undefined for a near
 * miss, or if the text has several.
 */
export function findReference(text: string): string | undefined {
  const [reference, another] = findReferences(text);
  return another === undefined ? reference : undefined;
}
