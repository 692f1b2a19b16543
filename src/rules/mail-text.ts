import { codePointsOf, cutText } from './cut-text.ts';
import { visibleOf, withoutFormatting } from './visible-text.ts';

/** Characters (code points) of a name that another person is mailed. */
export const mailNameLength = 60;

/** Normalises everything that reads as a dot, an at sign, a colon or a slash in an address. */
const look = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
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
  withoutFormatting(text)
    .replaceAll(/[\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const shorten = (text: string): string => {
  if (codePointsOf(text) <= mailNameLength) return text;
  return `${cutText(text, mailNameLength - 1, codePointsOf).trimEnd()}…`;
};

/** Titles that are written without a space behind their dot: `Dr.Mbeki`. */
const title = /(?<=(?<!\p{L})(?:dr|prof|mr|mrs|ms|mnr|mev|adv|rev|hon|st)\.)(?=\p{L})/giu;

/** The same of initials, and before a capitalised name or one of a script without capitals. */
const beforeName = /(?<=(?<!\p{L})\p{Lu}\.)(?=\p{L})|(?<=\p{L}\p{M}*\.)(?=\p{Lu}\p{Ll}|\p{Lo})/gu;

const spaceOut = (name: string) => name.replaceAll(title, ' ').replaceAll(beforeName, ' ');

/**
 * Returns a stranger's name as it may stand in a mail to somebody other than the mentor. `Dr.Mbeki`
 * becomes `Dr. Mbeki`; a name that still reads as a link advertises and is left out.
 */
export function mailName(name: string): string | undefined {
  const written = toLine(name);
  const line = hasAddress(written) ? spaceOut(written) : written;
  return visibleOf(line) === '' || hasAddress(line) ? undefined : shorten(line);
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
