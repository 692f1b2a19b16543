import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fontkit from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

/**
 * Inter has the letters of all languages of South Africa and Europe, including Cyrillic and Greek. The
 * standard fonts of PDF only have those of Western Europe.
 */
const files = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
} as const;

export type PaperFonts = Record<keyof typeof files, PDFFont>;

const readFont = (file: string) => readFile(createRequire(import.meta.url).resolve(file));

/** Embeds the characters that the document uses. */
export async function embedFonts(pdf: PDFDocument): Promise<PaperFonts> {
  pdf.registerFontkit(fontkit);
  const embed = async (file: string) => {
    const features = { calt: false, liga: false };
    return pdf.embedFont(await readFont(file), { subset: true, features });
  };
  return { regular: await embed(files.regular), bold: await embed(files.bold) };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Replaces characters that the font does not have. */
const unknownCharacter = '□';

/**
 * Returns a text that the font can show: an unknown letter with a diacritic loses the diacritic, other
 * unknown characters become a box. Invisible characters, such as changes of direction, are removed.
 */
export function toPrintable(text: string, knownCodePoints: ReadonlySet<number>): string {
  const isKnown = (character: string) => knownCodePoints.has(character.codePointAt(0) ?? 0);
  return Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => {
    if (/^\s+$/.test(segment)) return segment === '\u00A0' ? segment : ' ';
    const visible = segment.replace(/\p{C}/gu, '');
    if ([...visible].every(isKnown)) return visible;
    const [base = ''] = visible.normalize('NFD');
    return /\p{L}/u.test(base) && isKnown(base) ? base : unknownCharacter;
  }).join('');
}
