import { LinkifyIt } from 'linkify-it';
import { parseUrl } from '#rules/url.ts';

/** A token of a text, in reading order. */
export type TextToken =
  | { kind: 'text'; text: string; isBold?: true }
  | { kind: 'lineBreak' }
  /** `href` is safe to put into a page: a web page, an email address, or a path of this site. */
  | { kind: 'link'; text: string; href: string; isBold?: true };

/** The text between two blank lines. Never empty. */
export type TextParagraph = TextToken[];

/** `[text](address)`; the address may contain pairs of parentheses, as Wikipedia's do. */
const markedLink = /\[(?<label>[^[\]\n]{1,500})\]\((?<address>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/;

/** `**bold**` as whole words: not in `2 ** 3 ** 4`, in `a**b**c`, or inside an address. */
const markedBold =
  /(?<=^|[\s("'“‘])\*\*(?=[^\s*])(?<bold>[^*\n]{0,1000}[^\s*])\*\*(?=$|[\s.,;:!?)"'”’…])/;

const marks = {
  links: new RegExp(markedLink, 'gm'),
  all: new RegExp(`${markedLink.source}|${markedBold.source}`, 'gm'),
};

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })
  .add('ftp:', null)
  .add('//', null);

/** Returns the parts of a text between blank lines. */
export const splitParagraphs = (content: string): string[] =>
  content
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** Parses plain text with links. Everything else stays text; only safe URLs become links. */
export const parseLinkedText = (content: string): TextParagraph[] =>
  splitParagraphs(content).map((paragraph) => parseTokens(paragraph));

/** Returns a paragraph as plain text, with links replaced by their texts. */
export const toPlainParagraph = (paragraph: TextParagraph): string =>
  paragraph.map((token) => (token.kind === 'lineBreak' ? '\n' : token.text)).join('');

/** Parses a piece of text; `**bold**` is only parsed with `hasBold`. */
export function parseTokens(text: string, { hasBold = false } = {}): TextToken[] {
  const tokens: TextToken[] = [];
  let end = 0;
  for (const match of text.matchAll(hasBold ? marks.all : marks.links)) {
    const [written] = match;
    const { label = '', address = '', bold } = match.groups ?? {};
    tokens.push(...parseBareLinks(text.slice(end, match.index)));
    if (bold === undefined) tokens.push(...toLink(written, label, address));
    else tokens.push(...parseTokens(bold).map(toBold));
    end = match.index + written.length;
  }
  return [...tokens, ...parseBareLinks(text.slice(end))];
}

const toBold = (token: TextToken): TextToken =>
  token.kind === 'lineBreak' ? token : { ...token, isBold: true };

/** An unsafe URL is shown unchanged, and nothing in it becomes a link. */
function toLink(written: string, label: string, address: string): TextToken[] {
  const href = toSafeHref(address);
  return href && label.trim() ? [link(label, href)] : breakLines(written);
}

const link = (text: string, href: string): TextToken => ({ kind: 'link', text, href });

function parseBareLinks(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  let end = 0;
  for (const match of linkify.match(text) ?? []) {
    // Without a scheme, only "www." starts a link: "gold.In" is usually a missing space.
    const href = toSafeHref(match.schema === '' ? match.text : match.url);
    if (!href) continue;
    tokens.push(...breakLines(text.slice(end, match.index)), link(match.text, href));
    end = match.lastIndex;
  }
  return [...tokens, ...breakLines(text.slice(end))];
}

function breakLines(text: string): TextToken[] {
  return text
    .split('\n')
    .flatMap((line, index): TextToken[] => [
      ...(index > 0 ? [{ kind: 'lineBreak' } as const] : []),
      ...(line === '' ? [] : [{ kind: 'text', text: line } as const]),
    ]);
}

/**
 * Control and invisible characters and white space, which browsers drop from URLs; and backslashes,
 * which they read as slashes.
 */
const deceptive = /[\p{C}\p{Z}\s\\]/u;

/**
 * Returns a URL if it is safe for a link: http and https without credentials, mailto, and paths of
 * this site.
 */
export function toSafeHref(address: string): string | undefined {
  if (deceptive.test(address)) return;
  if (address.startsWith('/')) return address.startsWith('//') ? undefined : address;
  const href = /^www\./i.test(address) ? `https://${address}` : address;
  const url = /^(?:https?:\/\/|mailto:.)/i.test(href) ? parseUrl(href) : undefined;
  return !url || url.username || url.password ? undefined : href;
}
