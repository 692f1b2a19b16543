/** Something in brackets that is no link: "[your name]". */
const openPlace = /\[[^[\]\n]*\](?!\()/;

/** Whether something in brackets is left in a text, for a person to decide. */
export const hasOpenPlace = (text: string): boolean => openPlace.test(text);

/** Returns a text in parts, in their order: what a person has still to decide, and the words between. */
export const splitOpenPlaces = (text: string): { text: string; isOpen: boolean }[] =>
  text
    .split(new RegExp(`(${openPlace.source})`))
    .map((part, index) => ({ text: part, isOpen: index % 2 === 1 }))
    .filter((part) => part.text !== '');

/** Returns a text without the paragraphs in which something is left to decide. */
export const withoutOpenParagraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((one) => !hasOpenPlace(one))
    .join('\n\n');
