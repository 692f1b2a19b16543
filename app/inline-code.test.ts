import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { takeInlineCode } from './inline-code.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

it('knows the code inside a page by its hash, and nothing that was not marked as ours', () => {
  const rendered =
    '<script nonce="n">ours()</script><script>theirs()</script><style id="s" nonce="n">p { margin: 0 }</style><script nonce="n" src="/a.js"></script>';
  const { parts, ...inline } = takeInlineCode(rendered, 'n');
  expect({ html: parts.join(''), ...inline }).toEqual({
    html: '<script>ours()</script><script>theirs()</script><style id="s">p { margin: 0 }</style><script src="/a.js"></script>',
    scripts: [hash('ours()')],
    styles: [hash('p { margin: 0 }')],
  });
});

it('names what stands there twice once', () => {
  const { scripts } = takeInlineCode('<script nonce="n">a()</script>'.repeat(2), 'n');
  expect(scripts).toEqual([hash('a()')]);
});

it('counts the bytes of what is no ASCII', () => {
  const rendered = Buffer.from('<style nonce="n">p::before { content: "→" }</style>');
  const { parts, styles } = takeInlineCode(rendered.toString('latin1'), 'n');
  expect(Buffer.from(parts.join(''), 'latin1').toString()).toContain('"→"');
  expect(styles).toEqual([hash('p::before { content: "→" }')]);
});

it('fills the one element that waits for its content, and knows that by its hash', () => {
  const rendered =
    '<style nonce="n">a{}</style><style id="s" nonce="n"></style><style id="s"></style>';
  const filling = { element: '<style id="s"', content: 'b{}' };
  const { parts, styles } = takeInlineCode(rendered, 'n', filling);
  expect(parts.join('')).toBe('<style>a{}</style><style id="s">b{}</style><style id="s"></style>');
  expect(styles).toEqual([hash('a{}'), hash('b{}')]);
});
