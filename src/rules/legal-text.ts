/** The version of the texts. Every saved change increases it. */
export interface TextVersion {
  /** 0 until the first change. */
  version: number;
  /**
   * The day of the last change in the mentor's time zone, `YYYY-MM-DD`. Null until the first one: what
   * we wrote is older than the site.
   */
  updatedOn: string | null;
}

/** When the legal texts that we write last changed. */
export const writtenOn = '2026-11-27';

/** A placeholder, which is not a link: "[your name]". */
const placeholder = /\[[^[\]\n]*\](?!\()/;

/** Returns whether a text still has a placeholder. */
export const hasPlaceholder = (text: string): boolean => placeholder.test(text);

/** Splits a text into placeholders and the words between them. */
export const splitPlaceholders = (text: string): { text: string; isOpen: boolean }[] =>
  text
    .split(new RegExp(`(${placeholder.source})`))
    .map((part, index) => ({ text: part, isOpen: index % 2 === 1 }))
    .filter((part) => part.text !== '');

/** Returns a text without the paragraphs that have a placeholder. */
export const withoutOpenParagraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((one) => !hasPlaceholder(one))
    .join('\n\n');
