import { codePointsOf, cutText } from './cut-text.ts';
import { visibleOf, withoutFormatting } from './visible-text.ts';

/** The maximum length of a name in an email to another person, in code points. */
export const mailNameLength = 60;

/** Normalises all characters that look like a dot, an at sign, a colon or a slash in an address. */
const look = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[。｡․‧∙⋅·•]/g, '.')
    .replaceAll(/[⁄∕⧸]/g, '/')
    .replaceAll(/[∶︰꞉]/g, ':');

/**
 * Matches what programs turn into links: anything with `@`, `//` or `www.`, a word before a colon
 * without a space (`tel:1`), a dot followed by two letters or digits (`a.com`), numbers with dots
 * (`1.2.3.4`), and five digits or more, with or without separators: a phone number.
 */
const address =
  /@|\/\/|\\\\|www\.|[\p{L}\p{N}]:[^\s]|\.[\p{L}\p{N}][\p{L}\p{N}-]|\d\.\d|\d(?:[\s().+/-]*\d){4}/iu;

/** Returns whether a mail program could turn a part of a text into a link. */
export const hasAddress = (text: string): boolean => address.test(look(text));

/** Returns a text on one line, without control, formatting or private characters. */
const toLine = (text: string) =>
  withoutFormatting(text)
    .replaceAll(/[\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const shorten = (text: string): string => {
  if (codePointsOf(text) <= mailNameLength) return text;
  return `${cutText(text, mailNameLength - 1, codePointsOf).trimEnd()}…`;
};

/** After titles without a space after their dot: `Dr.Mbeki`. */
const title = /(?<=(?<!\p{L})(?:dr|prof|mr|mrs|ms|mnr|mev|adv|rev|hon|st)\.)(?=\p{L})/giu;

/** After initials, and before a name that is capitalised or in a script without capitals. */
const beforeName = /(?<=(?<!\p{L})\p{Lu}\.)(?=\p{L})|(?<=\p{L}\p{M}*\.)(?=\p{Lu}\p{Ll}|\p{Lo})/gu;

const spaceOut = (name: string) => name.replaceAll(title, ' ').replaceAll(beforeName, ' ');

/**
 * Returns a stranger's name in a form that is safe in an email to anyone but the mentor. `Dr.Mbeki`
 * becomes `Dr. Mbeki`; a name that still looks like a link is probably advertising and is left out.
 */
export function mailName(name: string): string | undefined {
  const written = toLine(name);
  const line = hasAddress(written) ? spaceOut(written) : written;
  return visibleOf(line) === '' || hasAddress(line) ? undefined : shorten(line);
}

/** A hair space: hardly visible, and no program includes it in an address. */
const stop = '\u200a';

/** Returns a stranger's text in a form that is safe in an email: complete, but without links. */
export const unlinked = (text: string): string =>
  text.replaceAll(
    /(?<=\S)[.。．｡․@＠﹫](?=\S)|(?<=\p{L})[:：](?=\S)|[/／\\](?=[/／\\])/gu,
    (mark) => `${mark}${stop}`,
  );

/** Returns a stranger's name for the mentor: shortened like for others, and never a link. */
export const shortName = (name: string): string => unlinked(shorten(toLine(name)));
