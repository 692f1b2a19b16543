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
  /** 0: as the site came. */
  version: number;
  /** The day on the mentor's calendar from which on it holds, `YYYY-MM-DD`. */
  inForceSince: string;
}

/** The day on which what the site says by itself was last written anew. */
export const writtenOn = '2026-11-24';

/** A page of the law, taken apart to be shown. */
export interface ShownLegalPage {
  version: number;
  /** The day from which on it holds, in words. */
  since: string;
  parts: { title: string; paragraphs: TextParagraph[]; items: TextParagraph[] }[];
}

/** Takes a page of the law apart. Parts without a text are left out. */
export const toShownLegalPage = (
  { version, inForceSince }: TextVersion,
  parts: LegalPart[],
): ShownLegalPage => ({
  ...{ version, since: formatDay(inForceSince) },
  parts: parts
    .filter(({ text }) => text !== '')
    .map(({ title, text, items = [] }) => ({
      title,
      paragraphs: parseLinkedText(text),
      items: items.flatMap(parseLinkedText),
    })),
});
