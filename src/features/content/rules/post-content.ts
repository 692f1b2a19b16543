import { isUploadOf } from '#features/uploads/rules/index.ts';
import { cutText } from '#rules/cut-text.ts';
import {
  parseTokens,
  splitParagraphs,
  type TextParagraph,
  toPlainParagraph,
} from './linked-text.ts';
import { findYouTubeVideo } from './youtube.ts';

/** A block of a post. docs/posts.md describes the syntax. */
export type PostBlock =
  | { kind: 'paragraph'; tokens: TextParagraph }
  | { kind: 'heading'; level: 2 | 3; tokens: TextParagraph }
  | { kind: 'list'; items: TextParagraph[] }
  /** A picture in this site's storage. */
  | { kind: 'picture'; src: string; alt: string }
  /** A YouTube video; `href` is the URL as written. */
  | { kind: 'video'; videoId: string; href: string };

const toTokens = (text: string) => parseTokens(text, { hasBold: true });

/** Parses a post. Unknown syntax stays text. */
export const parsePostContent = (content: string): PostBlock[] =>
  splitParagraphs(content).flatMap(parseBlocks);

/** Groups the lines of a paragraph into blocks, each as long as possible. */
function parseBlocks(paragraph: string): PostBlock[] {
  const blocks: PostBlock[] = [];
  const lines = paragraph.split('\n');
  for (let start = 0; start < lines.length; ) {
    const isStart = (index: number) => isListAt(lines, index) || toLineBlock(lines[index] ?? '');
    const isList = isListAt(lines, start);
    const block = isList ? undefined : toLineBlock(lines[start] ?? '');
    let end = start + 1;
    while (!block && end < lines.length && (isList ? isItem(lines[end]) : !isStart(end))) end += 1;
    const taken = lines.slice(start, end);
    blocks.push(...(block ? [block] : isList ? [toList(taken)] : toParagraph(taken)));
    start = end;
  }
  return blocks;
}

const itemMark = /^\s*[-•] +(?=\S)/;

const isItem = (line: string | undefined) => line !== undefined && itemMark.test(line);

/** A list has at least two items: a single line may start with a dash for other reasons. */
const isListAt = (lines: string[], index: number) =>
  isItem(lines[index]) && (isItem(lines[index + 1]) || isItem(lines[index - 1]));

const toList = (lines: string[]): PostBlock => ({
  kind: 'list',
  items: lines.map((line) => toTokens(line.replace(itemMark, '').trim())),
});

function toParagraph(lines: string[]): PostBlock[] {
  const text = lines.join('\n').trim();
  return text ? [{ kind: 'paragraph', tokens: toTokens(text) }] : [];
}

/** Returns the block that a single line forms, if it does. */
function toLineBlock(written: string): PostBlock | undefined {
  const line = written.trim();
  const [, hashes, title] = /^(#{2,3}) +(\S.*)$/.exec(line) ?? [];
  if (title) return { kind: 'heading', level: hashes === '##' ? 2 : 3, tokens: toTokens(title) };
  const [, alt, src] = /^!\[([^[\]]*)\]\(([^()\s]+)\)$/.exec(line) ?? [];
  if (alt !== undefined && src && isUploadOf('post-picture', src))
    return { kind: 'picture', src, alt };
  const videoId = findYouTubeVideo(line);
  return videoId === undefined ? undefined : { kind: 'video', videoId, href: line };
}

function toPlainBlock(block: PostBlock): string {
  if (block.kind === 'list') return block.items.map(toPlainParagraph).join('\n');
  return 'tokens' in block ? toPlainParagraph(block.tokens) : '';
}

/** Returns a post as plain text: without marks, pictures and videos. */
export const toPlainText = (content: string): string =>
  parsePostContent(content).map(toPlainBlock).filter(Boolean).join('\n\n');

/** The length of the stored excerpt of a post, in UTF-16 units. */
export const excerptLength = 180;

/** The length of an excerpt for posts without a stored one. */
export const fallbackExcerptLength = 160;

/**
 * Returns the start of a post on one line, at most `length` UTF-16 units, cut between characters.
 */
export function toExcerpt(content: string, length = excerptLength): string {
  const text = toPlainText(content).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= length) return text;
  return `${cutText(text, length).trimEnd()}…`;
}
