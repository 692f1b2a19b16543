import { describe, expect, it } from 'vitest';
import { orderModules, withScriptsAfterPaint } from './scripts-after-paint.ts';

const document = `<html><head><link rel="stylesheet" href="/s.css"/><link rel="modulepreload" href="/a.js"/><link nonce="n" rel="manifest" href="/m"/><link rel="preload" href="/f.woff2"/><style>h1{}</style></head>
<body><p>words</p><script nonce="n">classic()</script><script nonce="n" type="module" async="">import "/a.js"</script></body></html>`;

describe('a document whose scripts come after the first paint', () => {
  const html = withScriptsAfterPaint(document, 'start($&)', 'n');

  it('asks for no module, no style sheet and no manifest by itself', () => {
    expect(html).not.toMatch(
      /rel="(?:modulepreload|stylesheet|manifest)"|<script[^>]* type="module"/,
    );
    expect(html).toContain('rel="postponed-manifest" href="/m"');
  });

  it('keeps its words, its fonts and the scripts that carry data', () => {
    expect(html).toContain('<p>words</p>');
    expect(html).toContain('<link rel="preload" href="/f.woff2"/>');
    expect(html).toContain('<script nonce="n">classic()</script>');
  });

  it('puts the style sheet behind its own rules', () => {
    expect(html).toContain(
      '<style>h1{}</style><link rel="postponed-stylesheet" href="/s.css"/></head>',
    );
  });

  it('makes one of our scripts at the end, and takes in no other', () => {
    const end = (scripts: string) =>
      withScriptsAfterPaint(
        `<head></head><body><script nonce="n" type="module" async="">import "/a.js"</script>${scripts}</body>`,
        'start()',
        'n',
      ).split('import "/a.js"</script>')[1];
    const data = '<!--$--><script nonce="n">data("$&");</script>';
    expect(end(`${data}<!--$--><script nonce="n">close();</script><!--/$--><!--/$-->`)).toBe(
      '<script nonce="n">data("$&");\nclose();\nstart()</script></body>',
    );
    for (const foreign of ['<script>theirs()</script>', '<p>words</p>']) {
      expect(end(`${data}${foreign}`)).toBe(
        `${data}${foreign}<script nonce="n">start()</script></body>`,
      );
    }
  });

  it('ends with one starter that the security policy lets run', () => {
    expect(html).toMatch(/<script nonce="n">start\(\$&\)<\/script><\/body><\/html>$/);
  });
});

it('modules run after what they import, and the framework before them', () => {
  const [runtime, framework] = ['/assets/runtime-a.js', '/assets/framework-b.js'];
  const [root, page, form] = ['/assets/root-c.js', '/assets/page-d.js', '/assets/form-e.js'];
  expect(orderModules([runtime, framework, root, page, form])).toEqual([
    ...[runtime, framework],
    ...[form, page, root],
  ]);
  expect(orderModules([page, form])).toEqual([form, page]);
});
