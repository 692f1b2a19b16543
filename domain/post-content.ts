import { LinkifyIt } from 'linkify-it';
import { cutText } from './cut-text.ts';
import { parseUrl } from './url.ts';

/** A piece of a post's text, in reading order. */
export type PostToken =
  | { kind: 'text'; text: string }
  | { kind: 'lineBreak' }
  /** `href` is safe to put into a page: it leads to a web page, a mailbox, or a path of this site. */
  | { kind: 'link'; text: string; href: string };

/** What stands between blank lines. Never empty. */
export type PostParagraph = PostToken[];

/** `[text](address)`; the address may hold pairs of parentheses, as those of encyclopaedias do. */
const markedLink = /\[([^[\]\n]{1,500})\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g;

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })
  .add('ftp:', null)
  .add('//', null);

/** Takes a post apart. What the mentor wrote stays text, whatever it looks like; only safe URLs become links. */
export function parsePostContent(content: string): PostParagraph[] {
  return content
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(parseParagraph);
}

/** A post as it reads: links are their texts, and nothing else is changed. */
export function toPlainText(content: string): string {
  return parsePostContent(content)
    .map((paragraph) =>
      paragraph.map((token) => (token.kind === 'lineBreak' ? '\n' : token.text)).join(''),
    )
    .join('\n\n');
}

function parseParagraph(paragraph: string): PostParagraph {
  const tokens: PostToken[] = [];
  let end = 0;
  for (const match of paragraph.matchAll(markedLink)) {
    const [written, text = '', address = ''] = match;
    const href = toSafeHref(address);
    tokens.push(...parseBareLinks(paragraph.slice(end, match.index)));
    // An address that may not be a link is shown as it was written, and nothing in it is linked.
    tokens.push(...(href && text.trim() ? [link(text, href)] : breakLines(written)));
    end = match.index + written.length;
  }
  tokens.push(...parseBareLinks(paragraph.slice(end)));
  return tokens;
}

const link = (text: string, href: string): PostToken => ({ kind: 'link', text, href });

function parseBareLinks(text: string): PostToken[] {
  const tokens: PostToken[] = [];
  let end = 0;
  for (const match of linkify.match(text) ?? []) {
    // Without a scheme only "www." is one: "gold.In" is a sentence without a space more often.
    const href = toSafeHref(match.schema === '' ? match.text : match.url);
    if (!href) continue;
    tokens.push(...breakLines(text.slice(end, match.index)), link(match.text, href));
    end = match.lastIndex;
  }
  return [...tokens, ...breakLines(text.slice(end))];
}

function breakLines(text: string): PostToken[] {
  return text
    .split('\n')
    .flatMap((line, index): PostToken[] => [
      ...(index > 0 ? [{ kind: 'lineBreak' } as const] : []),
      ...(line === '' ? [] : [{ kind: 'text', text: line } as const]),
    ]);
}

/** Controls, invisible characters and white space, which browsers drop from addresses; and backslashes, which they take for slashes. */
const deceptive = /[\p{C}\p{Z}\s\\]/u;

/** Returns a URL as a link may have it: http and https without a user's name, mailto, and paths of this site. */
export function toSafeHref(address: string): string | undefined {
  if (deceptive.test(address)) return;
  if (address.startsWith('/')) return address.startsWith('//') ? undefined : address;
  const href = /^www\./i.test(address) ? `https://${address}` : address;
  const url = /^(?:https?:\/\/|mailto:.)/i.test(href) ? parseUrl(href) : undefined;
  return !url || url.username || url.password ? undefined : href;
}

/** Characters (UTF-16 units) of the excerpt that is kept with a post. */
export const excerptLength = 180;

/** The same, where a list has to make do without a kept one. */
export const fallbackExcerptLength = 160;

/**
 * Returns the beginning of a post on one line, in at most `length` UTF-16 units, never cut inside
 * what readers see as one character.
 */
export function toExcerpt(content: string, length = excerptLength): string {
  const text = toPlainText(content).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= length) return text;
  return `${cutText(text, length).trimEnd()}…`;
}
