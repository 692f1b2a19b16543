import { parseLinkedText, type TextParagraph } from '#features/content/rules/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import type { TextVersion } from '#rules/legal-text.ts';

/** A section of a legal page. */
export interface LegalPart {
  title: string;
  /** Paragraphs, separated by blank lines. */
  text: string;
  /** A list below the text. */
  items?: string[];
}

/** A legal page, ready to be rendered. */
export interface ShownLegalPage {
  version: number;
  /** The day of the last change in words; null until the first one. */
  lastUpdated: string | null;
  parts: { title: string; paragraphs: TextParagraph[]; items: TextParagraph[] }[];
}

/** Parses the sections of a legal page. Empty ones are left out. */
export const toShownLegalPage = (
  { version, updatedOn }: TextVersion,
  parts: LegalPart[],
): ShownLegalPage => ({
  version,
  lastUpdated: updatedOn && formatDay(updatedOn),
  parts: parts
    .filter(({ text }) => text !== '')
    .map(({ title, text, items = [] }) => ({
      title,
      paragraphs: parseLinkedText(text),
      items: items.flatMap(parseLinkedText),
    })),
});
