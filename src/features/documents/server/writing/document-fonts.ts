import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fontkit from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import {
  type DocumentScript,
  findDocumentScripts,
} from '#features/documents/rules/document-scripts.ts';

/** A font, and the characters that it has. */
export interface DocumentFont {
  font: PDFFont;
  codePoints: ReadonlySet<number>;
}

/** For each weight, the font of the document and then those of other scripts. The first that has a letter shows it. */
export type DocumentFonts = Record<'regular' | 'bold', readonly DocumentFont[]>;

/**
 * Inter has the letters of all languages of South Africa and Europe, including Cyrillic and Greek. The
 * standard fonts of PDF only have those of Western Europe.
 */
const inter = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
} as const;

/** Returns the file of Noto Sans with the letters of a script. */
function notoFile(script: DocumentScript, weight: 400 | 600): string {
  const name = script.toLowerCase();
  return `@fontsource/noto-sans-${name}/files/noto-sans-${name}-${name}-${weight}-normal.woff`;
}

/**
 * Features that are left out of Inter. The library places glyphs by their widths alone, so finding the
 * positions of pairs and marks would take more than half of the time of a document and change nothing.
 */
const plainLetters = { calt: false, liga: false, kern: false, mark: false, mkmk: false };

const readFont = (file: string) => readFile(createRequire(import.meta.url).resolve(file));

/** Embeds the characters that a text uses, in one weight of the fonts that it needs. */
export async function embedWeight(
  pdf: PDFDocument,
  text: string,
  weight: keyof DocumentFonts,
): Promise<readonly DocumentFont[]> {
  pdf.registerFontkit(fontkit);
  async function embed(file: string, features?: Record<string, boolean>): Promise<DocumentFont> {
    const options = { subset: true, ...(features && { features }) };
    const font = await pdf.embedFont(await readFont(file), options);
    return { font, codePoints: new Set(font.getCharacterSet()) };
  }
  const fonts = [await embed(inter[weight], plainLetters)];
  for (const script of findDocumentScripts(text))
    fonts.push(await embed(notoFile(script, weight === 'bold' ? 600 : 400)));
  return fonts;
}

/** Embeds the characters that the document uses, in the fonts that this text needs. */
export const embedFonts = async (pdf: PDFDocument, text: string): Promise<DocumentFonts> => ({
  regular: await embedWeight(pdf, text, 'regular'),
  bold: await embedWeight(pdf, text, 'bold'),
});
