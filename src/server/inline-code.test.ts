import { expect, it } from 'vitest';
import { hashOf, takeScripts } from './inline-code.ts';

it('knows the scripts inside a page by their hashes, and nothing that was not marked', () => {
  const rendered =
    '<link nonce="n" rel="modulepreload" href="/a.js"/><script nonce="n">ours("→")</script><script>theirs()</script><script nonce="n">ours("→")</script><script nonce="n" src="/a.js"></script>';
  expect(takeScripts(rendered, 'n')).toEqual({
    html: '<link rel="modulepreload" href="/a.js"/><script>ours("→")</script><script>theirs()</script><script>ours("→")</script><script src="/a.js"></script>',
    hashes: [hashOf('ours("→")')],
  });
});
