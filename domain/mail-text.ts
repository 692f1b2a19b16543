/** Characters (code points) of a name that another person is mailed. */
export const mailNameLength = 60;

/** Everything that reads as a dot, an at sign, a colon or a slash once it stands in an address. */
const look = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[。｡․‧∙⋅·•]/g, '.')
    .replaceAll(/[⁄∕⧸]/g, '/')
    .replaceAll(/[∶︰꞉]/g, ':');

/**
 * What programs make links of: anything with `@`, `//` or `www.`, a word that ends in a colon
 * which something follows (`tel:1`), a dot with two letters or digits right after it (`a.com`),
 * numbers with dots (`1.2.3.4`), and five digits or more, with or without marks between them:
 * a telephone number.
 */
const address =
  /@|\/\/|\\\\|www\.|[\p{L}\p{N}]:[^\s]|\.[\p{L}\p{N}][\p{L}\p{N}-]|\d\.\d|\d(?:[\s().+/-]*\d){4}/iu;

/** Whether a text holds something that a mail program could make a link of. */
export const hasAddress = (text: string): boolean => address.test(look(text));

/** One line without control, formatting or private characters. */
const toLine = (text: string) =>
  text
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const shorten = (text: string): string => {
  const characters = Array.from(text);
  if (characters.length <= mailNameLength) return text;
  return `${characters
    .slice(0, mailNameLength - 1)
    .join('')
    .trimEnd()}…`;
};

/**
 * Returns a stranger's name as others than the mentor may be mailed it; nothing for one that holds
 * a link: it advertises.
 */
export function mailName(name: string): string | undefined {
  const line = toLine(name);
  return line === '' || hasAddress(line) ? undefined : shorten(line);
}

/** A hair space: readers hardly see it, and no program takes it for a part of an address. */
const stop = '\u200a';

/** Returns a stranger's words as they may stand in a mail: all there to be read, and nothing in them a link. */
export const unlinked = (text: string): string =>
  text.replaceAll(
    /(?<=\S)[.。．｡․@＠﹫](?=\S)|(?<=\p{L})[:：](?=\S)|[/／\\](?=[/／\\])/gu,
    (mark) => `${mark}${stop}`,
  );

/** A stranger's name for the mentor: as much of it as others are shown, and never a link. */
export const shortName = (name: string): string => unlinked(shorten(toLine(name)));
