import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseLinkedText, parseTokens, toPlainParagraph, toSafeHref } from './linked-text.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const link = (value: string, href: string) => ({ kind: 'link', text: value, href });
const lineBreak = { kind: 'lineBreak' };
const toPlainText = (content: string) =>
  parseLinkedText(content).map(toPlainParagraph).join('\n\n');

it('keeps line breaks, and splits paragraphs at blank lines', () => {
  expect(parseLinkedText('one\ntwo\r\nthree\n \t\n\n\nfour\rfive\n')).toEqual([
    [text('one'), lineBreak, text('two'), lineBreak, text('three')],
    [text('four'), lineBreak, text('five')],
  ]);
  expect(parseLinkedText(' \n \n')).toEqual([]);
});

it('returns the plain text without the URLs of links', () => {
  expect(toPlainText('one\ntwo\n \n  three [four](/five) www.six.com')).toBe(
    'one\ntwo\n\nthree four www.six.com',
  );
});

it('creates no link from white space', () => {
  expect(parseLinkedText('a [ ](/b)')).toEqual([[text('a '), text('[ ](/b)')]]);
});

it('keeps the text around bare links in its order', () => {
  expect(parseLinkedText('a www.b.com c https://d.com e')).toEqual([
    [
      text('a '),
      link('www.b.com', 'https://www.b.com'),
      text(' c '),
      link('https://d.com', 'https://d.com'),
      text(' e'),
    ],
  ]);
});

it('treats markup as text', () => {
  const content = '<script>alert(1)</script> <img src=x onerror=alert(1)> &amp; **bold**';
  expect(parseLinkedText(content)).toEqual([[text(content)]]);
});

it.each([
  ['see https://example.com/a?b=c.', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['(http://example.com)', 'http://example.com', 'http://example.com'],
  ['www.example.com, then', 'www.example.com', 'https://www.example.com'],
  ['write to jane@example.com today', 'jane@example.com', 'mailto:jane@example.com'],
  [
    'https://en.wikipedia.org/wiki/Gold_(metal)',
    'https://en.wikipedia.org/wiki/Gold_(metal)',
    'https://en.wikipedia.org/wiki/Gold_(metal)',
  ],
])('finds the bare link in %j', (content, shown, href) => {
  expect(parseLinkedText(content)[0]?.filter(({ kind }) => kind === 'link')).toEqual([
    link(shown, href),
  ]);
});

it.each([
  'example.com',
  'awww.example.com',
  'the stop.In time',
  'ftp://example.com',
  '//example.com',
  'file:///etc',
])('finds no link in %j', (content) => {
  expect(parseLinkedText(content)).toEqual([[text(content)]]);
});

it('creates a link from [text](address)', () => {
  expect(
    parseLinkedText(
      'Read [the plan](https://example.com/plan_(1)), [ours](/services#top)\nor [mail](mailto:a@b.co).',
    ),
  ).toEqual([
    [
      text('Read '),
      link('the plan', 'https://example.com/plan_(1)'),
      text(', '),
      link('ours', '/services#top'),
      lineBreak,
      text('or '),
      link('mail', 'mailto:a@b.co'),
      text('.'),
    ],
  ]);
});

const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\u00adscript:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'https:/\\evil.example',
  'https://bank.example@evil.example',
  'https://[a',
  'https://',
  'mailto:',
  'relative/path',
  '#top',
  '',
];

it.each(hostile)('never creates a link from %j', (address) => {
  expect(toSafeHref(address)).toBeUndefined();
  const written = `[press](${address})`;
  const tokens = parseLinkedText(written).flat();
  expect(tokens.filter(({ kind }) => kind === 'link')).toEqual([]);
  expect(toPlainText(written)).toBe(written.trim());
});

const pieces = fc.oneof(
  fc.constantFrom(
    ...hostile,
    '[a]',
    '(',
    ')',
    '](',
    '\n',
    '\n\n',
    'https://example.com',
    'www.',
    '[x](/y)',
    '@',
    ':',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const wildContent = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(''));

it('only links to web pages, mailboxes and paths of the site', () => {
  fc.assert(
    fc.property(wildContent, (content) => {
      for (const token of parseLinkedText(content).flat()) {
        if (token.kind !== 'link') continue;
        const { protocol, host } = new URL(token.href, 'https://this.site');
        expect(['http:', 'https:', 'mailto:']).toContain(protocol);
        if (token.href.startsWith('/')) expect(host).toBe('this.site');
      }
    }),
  );
});

it('loses only white space and the URLs of links', () => {
  const plain = fc.string({ unit: 'binary' }).filter((value) => !/[[\]]/.test(value));
  const withoutSpace = (value: string) => value.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(plain, (content) => {
      expect(withoutSpace(toPlainText(content))).toBe(withoutSpace(content));
    }),
  );
});

it('ends for long input that is designed to be slow', () => {
  for (const part of ['[', '**', ' **a', '** ', '[a](', '(a)', 'www.', 'a@', 'https://']) {
    const long = part.repeat(50_000);
    expect(parseLinkedText(long).length).toBe(1);
    expect(parseTokens(long, { hasBold: true }).length).toBeGreaterThan(0);
  }
});
