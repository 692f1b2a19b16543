/*
 * What a document says stands in it twice: to be read, and for the page that comes alive. The router
 * writes data as a table in which each text is named by its number; the same texts in one take half
 * the room, which decides on a phone whether a page comes at once (decision record 016).
 */

const groupEnd = '\u001e';
const textEnd = '\u001f';

/** Returns groups of texts as one text. */
export const packTexts = (groups: readonly (readonly (string | number)[])[]): string =>
  groups
    .map((texts) =>
      texts
        .map((text) => String(text).replaceAll(groupEnd, '').replaceAll(textEnd, ''))
        .join(textEnd),
    )
    .join(groupEnd);

/** Returns the groups again. One that held nothing comes back empty. */
export const unpackTexts = (packed: string): string[][] =>
  packed.split(groupEnd).map((texts) => (texts === '' ? [] : texts.split(textEnd)));
