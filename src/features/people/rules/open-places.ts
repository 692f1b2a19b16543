/** A placeholder, which is not a link: "[your name]". */
const openPlace = /\[[^[\]\n]*\](?!\()/;

/** Returns whether a text still has a placeholder. */
export const hasOpenPlace = (text: string): boolean => openPlace.test(text);

/** Splits a text into placeholders and the words between them. */
export const splitOpenPlaces = (text: string): { text: string; isOpen: boolean }[] =>
  text
    .split(new RegExp(`(${openPlace.source})`))
    .map((part, index) => ({ text: part, isOpen: index % 2 === 1 }))
    .filter((part) => part.text !== '');

/** Returns a text without the paragraphs that have a placeholder. */
export const withoutOpenParagraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((one) => !hasOpenPlace(one))
    .join('\n\n');
