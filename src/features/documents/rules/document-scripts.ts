import { requiredText, z } from '#rules/zod.ts';

/**
 * The scripts whose letters documents can show, apart from Latin, Greek and Cyrillic. Chinese, Japanese and
 * Korean are missing: a font for one of them has more than 70 MB.
 */
export const documentScripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
] as const;
export type DocumentScript = (typeof documentScripts)[number];

const toPattern = (script: string) => new RegExp(`\\p{Script=${script}}`, 'u');
const patterns = documentScripts.map((script) => [script, toPattern(script)] as const);

/** Returns the scripts of a text that need a font of their own. */
export const findDocumentScripts = (text: string): DocumentScript[] =>
  patterns.flatMap(([script, pattern]) => (pattern.test(text) ? [script] : []));

const shown = ['Latin', 'Greek', 'Cyrillic', ...documentScripts].map(
  (script) => `\\p{Script=${script}}`,
);
const shownText = new RegExp(`^(?:[^\\p{L}]|${shown.join('|')})*$`, 'u');

/** Returns whether documents can show every letter of a name. */
export function isShownOnDocuments(name: string): boolean {
  const plain = name.normalize('NFKC');
  return shownText.test(plain) && /\p{L}/u.test(plain);
}

/** What a buyer enters if documents cannot show their name. */
export const buyerNameForm = z.object({
  buyerName: requiredText('Enter your name.', 2, 120).refine(
    isShownOnDocuments,
    'Write your name in Latin letters.',
  ),
});
