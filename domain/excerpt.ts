import { toPlainText } from './post-content.ts';

/** Characters (UTF-16 units) of the excerpt that is kept with a post. */
export const excerptLength = 180;

/** The same, where a list has to make do without a kept one. */
export const fallbackExcerptLength = 160;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the beginning of a post on one line, in at most `length` UTF-16 units, never cut inside
 * what readers see as one character.
 */
export function toExcerpt(content: string, length = excerptLength): string {
  const text = toPlainText(content).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= length) return text;
  const cut = segmenter.segment(text).containing(length)?.index;
  return `${text.slice(0, cut).trimEnd()}…`;
}
