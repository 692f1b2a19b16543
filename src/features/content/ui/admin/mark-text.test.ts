import { expect, it } from 'vitest';
import { parsePostContent } from '#features/content/rules/post-content.ts';
import { continueList, type Edit, insertPicture, markText, type Selection } from './mark-text.ts';

/** Returns the text and the selection, whose start and end are marked with `|`. */
function select(marked: string): Selection {
  const start = marked.indexOf('|');
  const text = marked.replaceAll('|', '');
  return { text, start, end: Math.max(start, marked.lastIndexOf('|') - 1) };
}

function apply({ text }: Selection, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined;
  const { from, to, insert, select: selected } = edit;
  const [start, end] = selected;
  const shown = `${insert.slice(0, start)}|${insert.slice(start, end)}${end > start ? '|' : ''}${insert.slice(end)}`;
  return text.slice(0, from) + shown + text.slice(to);
}

it.each([
  ['bold', 'a |b| c', 'a **|b|** c'],
  ['bold', 'a |b |c', 'a **|b|** c'],
  ['bold', 'a **|b|** c', 'a |b| c'],
  ['bold', 'a |', 'a **|bold text|**'],
  ['heading', 'one\nt|wo\nthree', 'one\n## two|\nthree'],
  ['heading', '## t|wo', 'two|'],
  ['heading', '- t|wo', '## two|'],
  ['list', '|one\ntwo|', '- one\n- two|'],
  ['list', '- |one\n- two|', 'one\ntwo|'],
  ['list', '|', '- |'],
  ['link', 'see |this|', 'see [this](|https://|)'],
  ['link', '|https://a.co|', '[|text|](https://a.co)'],
] as const)('%s: %j becomes %j', (mark, before, after) => {
  const selection = select(before);
  expect(apply(selection, markText(mark, selection))).toBe(after);
});

it.each([
  ['- one|', '- one\n- |'],
  ['- one\n- |', '- one\n\n|'],
  ['one|', undefined],
])('Enter in %j makes %j', (before, after) => {
  const selection = select(before);
  expect(apply(selection, continueList(selection))).toBe(after);
});

it('puts a picture on a new line, with its description', () => {
  const src = '/storage/testimonials/blog/1-a.png';
  const selection = select('one| two\nthree');
  const edit = insertPicture(selection, src, ' A [rising] chart ');
  const text = apply(selection, edit)?.replace('|', '') ?? '';
  expect(parsePostContent(text)).toEqual([
    expect.objectContaining({ kind: 'paragraph' }),
    { kind: 'picture', src, alt: 'A  rising  chart' },
    expect.objectContaining({ kind: 'paragraph' }),
  ]);
});
