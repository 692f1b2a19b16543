import { requiredText, z } from '#rules/zod.ts';

/**
 * The scripts whose letters papers can show, apart from Latin, Greek and Cyrillic. Chinese, Japanese and
 * Korean are missing: a font for one of them has more than 70 MB.
 */
export const paperScripts = [
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
export type PaperScript = (typeof paperScripts)[number];

const toPattern = (script: string) => new RegExp(`\\p{Script=${script}}`, 'u');
const patterns = paperScripts.map((script) => [script, toPattern(script)] as const);

/** Returns the scripts of a text that need a font of their own. */
export const findPaperScripts = (text: string): PaperScript[] =>
  patterns.flatMap(([script, pattern]) => (pattern.test(text) ? [script] : []));

const shown = ['Latin', 'Greek', 'Cyrillic', ...paperScripts].map(
  (script) => `\\p{Script=${script}}`,
);
const shownText = new RegExp(`^(?:[^\\p{L}]|${shown.join('|')})*$`, 'u');

/** Returns whether papers can show every letter of a name. */
export function isShownOnPapers(name: string): boolean {
  const plain = name.normalize('NFKC');
  return shownText.test(plain) && /\p{L}/u.test(plain);
}

/** What a buyer enters if papers cannot show their name. */
export const buyerNameForm = z.object({
  buyerName: requiredText('Enter your name.', 2, 120).refine(
    isShownOnPapers,
    'Write your name in Latin letters.',
  ),
});
