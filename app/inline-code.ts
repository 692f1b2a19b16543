import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A document, and what a security policy calls the code inside it. */
interface Document {
  html: string;
  scripts: string[];
  styles: string[];
}

/**
 * Returns a rendered document (its bytes as a string) without the nonce that marks our own inline scripts and styles, and
 * their hashes instead: such a document can be kept and given to everybody. Code without the mark,
 * which somebody else has brought in, has no hash and does not run.
 */
export function takeInlineCode(rendered: string, nonce: string): Document {
  const mark = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const parts = rendered.split(mark);
  for (const [index, part] of parts.entries()) {
    const name = /<(script|style)\b[^<>]*$/.exec(part.slice(-tagLength))?.[1];
    const following = parts[index + 1];
    if (following === undefined || (name !== 'script' && name !== 'style')) continue;
    const end = following.indexOf(`</${name}>`);
    const content = following.slice(following.indexOf('>') + 1, end);
    if (end !== -1 && content) hashes[name].add(sources.memo(content));
  }
  return { html: parts.join(''), scripts: [...hashes.script], styles: [...hashes.style] };
}

/** No tag of ours that has a mark is longer, in characters before it. */
const tagLength = 200;

/** Most of what stands in a document stands in every other as well, its rules among it. */
const sources = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) =>
    `'sha256-${createHash('sha256').update(content, 'latin1').digest('base64')}'`,
});
