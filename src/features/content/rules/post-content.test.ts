import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseLinkedText } from './linked-text.ts';
import { parsePostContent, toPlainText } from './post-content.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const bold = (value: string) => ({ ...text(value), isBold: true });
const paragraph = (...tokens: object[]) => ({ kind: 'paragraph', tokens });

it('parses headings, lists, bold text and paragraphs', () => {
  const content = `## The plan
First, **wait**.
Then act.
- One **step**
- Two

### Why
See **[the chart](/chart)**: it is **clear**!`;
  expect(parsePostContent(content)).toEqual([
    { kind: 'heading', level: 2, tokens: [text('The plan')] },
    paragraph(text('First, '), bold('wait'), text('.'), { kind: 'lineBreak' }, text('Then act.')),
    { kind: 'list', items: [[text('One '), bold('step')], [text('Two')]] },
    { kind: 'heading', level: 3, tokens: [text('Why')] },
    paragraph(
      text('See '),
      { kind: 'link', text: 'the chart', href: '/chart', isBold: true },
      text(': it is '),
      bold('clear'),
      text('!'),
    ),
  ]);
});

it.each([
  '2 * 3 ** 4 ** 5',
  '2**3**4 and a**b**c',
  '# 1 of 3',
  '#gold #forex',
  '- a single line with a dash',
  '-5 pips\n-3 pips',
  '**',
  '** not bold **',
  '[see **this** page](/page)',
  'https://example.com/**a**/b**c**',
  '![A chart](/storage/testimonials/blog/1-a.png) in a line',
  '![A chart](https://example.com/a.png)',
  'https://youtu.be/dQw4w9WgXcQ, a good one',
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
])('leaves %j unchanged', (content) => {
  expect(parsePostContent(content)).toEqual(
    parseLinkedText(content).map((tokens) => paragraph(...tokens)),
  );
});

it('shows pictures of this site that are alone on a line', () => {
  const src = '/storage/testimonials/blog/1-a.png';
  expect(parsePostContent(`Look:\n![A chart](${src})\nand ![](${src})`)).toEqual([
    paragraph(text('Look:')),
    { kind: 'picture', alt: 'A chart', src },
    paragraph(text(`and ![](${src})`)),
  ]);
});

it.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://youtube.com/live/dQw4w9WgXcQ',
])('shows the video at %s', (href) => {
  expect(parsePostContent(`One\n${href}`)).toEqual([
    paragraph(text('One')),
    { kind: 'video', videoId: 'dQw4w9WgXcQ', href },
  ]);
});

it('returns the plain text without marks, pictures and videos', () => {
  const content = `## Plan\n**Wait** for [it](/a).\n- One\n- Two

![A chart](/storage/testimonials/blog/1-a.png)

https://youtu.be/dQw4w9WgXcQ`;
  expect(toPlainText(content)).toBe('Plan\n\nWait for it.\n\nOne\nTwo');
});

it('parses texts without marks as plain text with links', () => {
  const plain = fc.string({ unit: 'binary' }).filter((value) => !/[#*\-•!]|you/.test(value));
  fc.assert(
    fc.property(plain, (content) => {
      expect(parsePostContent(content)).toEqual(
        parseLinkedText(content).map((tokens) => paragraph(...tokens)),
      );
    }),
  );
});
