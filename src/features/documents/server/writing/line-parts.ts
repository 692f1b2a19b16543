import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { type DocumentFont, embedWeight } from './document-fonts.ts';
import { toPrintable } from './printable.ts';
import { toVisualRuns } from './visual-runs.ts';

/** A part of a line in one font. */
export interface LinePart {
  text: string;
  font: PDFFont;
  width: number;
  /** Whether its script is not that of the document’s own font. */
  isShaped: boolean;
}

/** Returns a function that says whether one of the fonts has a character. */
export const isKnownTo = (fonts: readonly DocumentFont[]) => (codePoint: number) =>
  fonts.some(({ codePoints }) => codePoints.has(codePoint));

/** Returns the parts of a line in the order in which they are drawn, with their widths. */
export function toLineParts(
  line: string,
  fonts: readonly DocumentFont[],
  size: number,
): LinePart[] {
  const findFont = (grapheme: string) => {
    const has = ({ codePoints }: DocumentFont) =>
      [...grapheme].every((one) => codePoints.has(one.codePointAt(0) ?? 0));
    const [base = ''] = grapheme;
    const hasBase = ({ codePoints }: DocumentFont) => codePoints.has(base.codePointAt(0) ?? 0);
    const found = fonts.findIndex(has);
    return Math.max(0, found < 0 ? fonts.findIndex(hasBase) : found);
  };
  return toVisualRuns(line, findFont).flatMap(({ text, font: at }) => {
    const font = fonts[at]?.font;
    if (!font) return [];
    return { text, font, isShaped: at > 0, width: font.widthOfTextAtSize(text, size) };
  });
}

/** Embeds the fonts of a single line into a PDF. Leaves out characters that no font has. */
export async function embedLine(pdf: PDFDocument, line: string, size: number): Promise<LinePart[]> {
  const fonts = await embedWeight(pdf, line, 'regular');
  return toLineParts(toPrintable(line, isKnownTo(fonts)), fonts, size);
}
