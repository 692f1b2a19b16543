import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A document, and what a security policy calls the code inside it. */
interface Document {
  /** One after the other they are the document: to put them together as text would copy all of it. */
  parts: string[];
  scripts: string[];
  styles: string[];
}

/** What an element of ours is to hold, which is known by how it begins. */
interface Filling {
  element: string;
  content: string;
}

/**
 * Returns a rendered document (its bytes as a string) without the nonce that marks our own inline scripts and styles, and
 * their hashes instead: such a document can be kept and given to everybody. Code without the mark,
 * which somebody else has brought in, has no hash and does not run.
 */
export function takeInlineCode(rendered: string, nonce: string, filling?: Filling): Document {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const [before = '', ...marked] = rendered.split(` nonce="${nonce}"`);
  const parts = [before];
  for (const part of marked) {
    const opening = parts.at(-1)?.slice(-tagLength) ?? '';
    const name = /<(script|style)\b[^<>]*$/.exec(opening)?.[1];
    const end = name === undefined ? -1 : part.indexOf(`</${name}>`);
    if ((name !== 'script' && name !== 'style') || end === -1) {
      parts.push(part);
      continue;
    }
    const start = part.indexOf('>') + 1;
    const isFilled = filling !== undefined && opening.endsWith(filling.element);
    const content = isFilled ? filling.content : part.slice(start, end);
    if (content) hashes[name].add(sources.memo(content));
    if (isFilled) parts.push(part.slice(0, start), content, part.slice(end));
    else parts.push(part);
  }
  return { parts, scripts: [...hashes.script], styles: [...hashes.style] };
}

/** No tag of ours that has a mark is longer, in characters before it. */
const tagLength = 200;

/** Most of what stands in a document stands in every other as well, its rules among it. */
const sources = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) =>
    `'sha256-${createHash('sha256').update(content, 'latin1').digest('base64')}'`,
});
