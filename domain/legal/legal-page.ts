import { formatDay } from '../calendar-day.ts';
import { parseLinkedText, type TextParagraph } from '../linked-text.ts';

/** A part of a page of the law. */
export interface LegalPart {
  title: string;
  /** Written like a post: a blank line begins a new paragraph. */
  text: string;
  /** What is listed below it. */
  items?: string[];
}

/** Which text it is: every change that is saved makes the next version. */
export interface TextVersion {
  /** 0: not changed yet. */
  version: number;
  /** When it was last changed, on the mentor's calendar, `YYYY-MM-DD`. */
  updatedOn: string;
}

/** When the site's own texts were last changed. */
export const writtenOn = '2026-11-26';

/** A page of the law, taken apart to be shown. */
export interface ShownLegalPage {
  version: number;
  /** When it was last changed, in words. */
  lastUpdated: string;
  parts: { title: string; paragraphs: TextParagraph[]; items: TextParagraph[] }[];
}

/** Takes a page of the law apart. Parts without a text are left out. */
export const toShownLegalPage = (
  { version, updatedOn }: TextVersion,
  parts: LegalPart[],
): ShownLegalPage => ({
  ...{ version, lastUpdated: formatDay(updatedOn) },
  parts: parts
    .filter(({ text }) => text !== '')
    .map(({ title, text, items = [] }) => ({
      title,
      paragraphs: parseLinkedText(text),
      items: items.flatMap(parseLinkedText),
    })),
});
