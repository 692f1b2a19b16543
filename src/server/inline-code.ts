import { createHash } from 'node:crypto';

/** Returns what a security policy calls inline code. */
export const hashOf = (code: string) =>
  `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Takes the nonce out of a rendered document, which marks the framework's own scripts, and returns
 * their hashes instead: such a document can be kept and given to everybody. A script without the
 * nonce, which someone else has injected, has no hash and does not run.
 */
export function takeScripts(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const parts = rendered.split(` nonce="${nonce}"`);
  const hashes = new Set<string>();
  for (const [index, part] of parts.slice(1).entries()) {
    const opening = parts[index] ?? '';
    if (!opening.startsWith('<script', opening.lastIndexOf('<'))) continue;
    const source = part.slice(part.indexOf('>') + 1, part.indexOf('</script>'));
    if (source) hashes.add(hashOf(source));
  }
  return { html: parts.join(''), hashes: [...hashes] };
}
