import { PageSizes, type PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { DocumentFont, DocumentFonts } from './document-fonts.ts';
import { createTags, type DocumentTags, type Tag } from './document-tags.ts';
import { isKnownTo, type LinePart, toLineParts } from './line-parts.ts';
import { toPrintable } from './printable.ts';
import { isRightToLeft } from './visual-runs.ts';

export const colors = {
  ink: rgb(0.1, 0.12, 0.2),
  muted: rgb(0.37, 0.41, 0.48),
  hairline: rgb(0.86, 0.88, 0.91),
} as const;

export interface TextStyle {
  font: keyof DocumentFonts;
  size: number;
  color: keyof typeof colors;
}

/** The position of a text, in points from the left edge of the page. */
export interface Column {
  x: number;
  width: number;
  align?: 'right';
}

const [pageWidth, pageHeight] = PageSizes.A4;
const margin = 50;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Everything between the margins. */
export const fullWidth: Column = { x: margin, width: pageWidth - 2 * margin };

/** The top of the footer. */
const bottom = margin + 40;

/** Returns the distance between two lines of a style, in points. */
export const lineHeight = ({ size }: TextStyle) => size * 1.45;

function addSpace(parts: LinePart[], [own]: readonly DocumentFont[]): void {
  const last = parts.at(-1);
  if (last && !last.isShaped) last.text += ' ';
  else if (own) parts.push({ text: ' ', font: own.font, width: 0, isShaped: false });
}

/** A document that is written from top to bottom, on as many pages as needed. */
export interface Sheet {
  tags: DocumentTags;
  /** The current height. Set it back to start a second column at the same height. */
  y: number;
  /** Breaks a text into lines of at most this width, and only words that are too long. */
  wrap: (text: string, style: TextStyle, width: number) => string[];
  /** Draws lines below each other and moves down. */
  draw: (lines: readonly string[], style: TextStyle, column: Column, tag: Tag | null) => void;
  /** Draws a thin line across the column and moves down by the space below it. */
  rule: (column: Column, spaceBelow: number) => void;
  /** Starts a new page unless this height is left. Returns whether it did. */
  turnFor: (height: number) => boolean;
  /** Draws the footer of each page, as `describe` returns it. */
  finish: (describe: (page: number, pages: number) => { left: string; right: string }) => void;
}

export function createSheet(pdf: PDFDocument, fonts: DocumentFonts): Sheet {
  const tags = createTags(pdf);
  const isKnown = isKnownTo(fonts.regular);
  const pages: PDFPage[] = [];
  const addPage = () => {
    const page = pdf.addPage([pageWidth, pageHeight]);
    pages.push(page);
    return page;
  };
  let page = addPage();

  const toParts = (line: string, { font: weight, size }: TextStyle) =>
    toLineParts(line, fonts[weight], size);

  const widthOf = (text: string, style: TextStyle) =>
    toParts(text, style).reduce((sum, { width }) => sum + width, 0);

  /** Splits a word that is wider than its column. */
  function splitWord(word: string, style: TextStyle, width: number): string[] {
    // Measuring shapes the text, so a word that fits is measured once and not letter by letter.
    if (widthOf(word, style) <= width) return [word];
    const parts = [''];
    for (const { segment: character } of graphemes.segment(word)) {
      const longer = `${parts.at(-1)}${character}`;
      if (parts.at(-1) && widthOf(longer, style) > width) parts.push(character);
      else parts[parts.length - 1] = longer;
    }
    return parts;
  }

  function wrapParagraph(text: string, style: TextStyle, width: number): string[] {
    const lines = [''];
    const words = text.split(/ +/).filter(Boolean);
    for (const word of words.flatMap((word) => splitWord(word, style, width))) {
      const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
      if (widthOf(longer, style) > width) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  }

  const sheet: Sheet = {
    tags,
    y: pageHeight - margin,
    wrap: (text, style, width) =>
      text
        .split(/\r\n|[\n\r\u2028\u2029]/)
        .map((paragraph) => toPrintable(paragraph, isKnown))
        .filter((paragraph) => paragraph.trim())
        .flatMap((paragraph) => wrapParagraph(paragraph, style, width)),
    draw(lines, style, { x, width, align }, tag) {
      const [size, color] = [style.size, colors[style.color]];
      if (lines.length === 0) return;
      tags.mark(page, tag, () => {
        for (const [at, line] of lines.entries()) {
          const indent = align === 'right' ? width - widthOf(line, style) : 0;
          const baseline = sheet.y - style.size;
          const parts = toParts(line, style);
          // Without the space, text extraction would join two words.
          if (at < lines.length - 1) addSpace(parts, fonts[style.font]);
          const drawParts = () => {
            let left = x + indent;
            for (const { text, font, width: advance } of parts) {
              page.drawText(text, { x: left, y: baseline, font, size, color });
              left += advance;
            }
          };
          // Readers put letters from right to left into order, and those of other scripts by their name.
          const isNamed = parts.some(({ isShaped }) => isShaped) && !isRightToLeft(line);
          if (isNamed) tags.name(page, parts.map(({ text }) => text).join(''), drawParts);
          else drawParts();
          sheet.y -= lineHeight(style);
        }
      });
    },
    rule({ x, width }, spaceBelow) {
      tags.mark(page, null, () => {
        const [start, end] = [
          { x, y: sheet.y },
          { x: x + width, y: sheet.y },
        ];
        page.drawLine({ start, end, thickness: 0.75, color: colors.hairline });
      });
      sheet.y -= spaceBelow;
    },
    turnFor(height) {
      if (sheet.y - height >= bottom) return false;
      page = addPage();
      sheet.y = pageHeight - margin;
      return true;
    },
    finish(describe) {
      const style: TextStyle = { font: 'regular', size: 8, color: 'muted' };
      for (const [at, each] of pages.entries()) {
        page = each;
        sheet.y = margin + 18;
        sheet.rule(fullWidth, 8);
        const top = sheet.y;
        const { left, right } = describe(at + 1, pages.length);
        const leftColumn = { ...fullWidth, width: fullWidth.width - 80 };
        sheet.draw(sheet.wrap(left, style, leftColumn.width).slice(0, 1), style, leftColumn, null);
        sheet.y = top;
        sheet.draw([right], style, { ...fullWidth, align: 'right' }, null);
      }
      tags.write();
    },
  };
  return sheet;
}
