import { createHash } from 'node:crypto';

/** A document, and what a security policy calls the code inside it. */
interface Document {
  html: string;
  scripts: string[];
  styles: string[];
}

/**
 * Returns a rendered document without the nonce that marks our own inline scripts and styles, and
 * their hashes instead: such a document can be kept and given to everybody. Code without the mark,
 * which somebody else has brought in, has no hash and does not run.
 */
export function takeInlineCode(rendered: string, nonce: string): Document {
  const mark = ` nonce="${nonce}"`;
  const marked = new RegExp(`<(script|style)\\b[^>]*${mark}[^>]*>([^]*?)</\\1>`, 'g');
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, name, content] of rendered.matchAll(marked)) {
    if (content) hashes[name === 'style' ? 'style' : 'script'].add(hashSource(content));
  }
  return {
    html: rendered.replaceAll(mark, ''),
    scripts: [...hashes.script],
    styles: [...hashes.style],
  };
}

const hashSource = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
