import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerptLength, fallbackExcerptLength, toExcerpt } from './post-content.ts';

it('collapses white space, and leaves short texts whole', () => {
  expect(toExcerpt('  one\n\ntwo \t three ')).toBe('one two three');
  expect(toExcerpt('x'.repeat(excerptLength))).toBe('x'.repeat(excerptLength));
  expect(toExcerpt('')).toBe('');
  expect(toExcerpt('[ one ](/two)')).toBe('one');
});

it('cuts after 180 characters or the given number', () => {
  expect(toExcerpt('x'.repeat(181))).toBe(`${'x'.repeat(180)}…`);
  expect(toExcerpt('x'.repeat(181), fallbackExcerptLength)).toBe(`${'x'.repeat(160)}…`);
  expect(toExcerpt(`${'x'.repeat(179)} yes`)).toBe(`${'x'.repeat(179)}…`);
});

it('shows the text of a link, not its address', () => {
  expect(toExcerpt('See [the plan](https://example.com/plan).')).toBe('See the plan.');
});

it.each(['👨‍👩‍👧‍👦', '🇿🇦', 'e\u0301', '😀'])('an excerpt never cuts through %s', (character) => {
  expect(toExcerpt('x'.repeat(179) + character.repeat(3))).toBe(`${'x'.repeat(179)}…`);
});

it('an excerpt is short, on one line, well-formed, and the start of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (content) => {
      fc.pre(!/[[\]]/.test(content));
      const excerpt = toExcerpt(content);
      expect(excerpt.length).toBeLessThanOrEqual(excerptLength + 1);
      expect(excerpt).not.toMatch(/[\n\r\t]/);
      expect(excerpt.isWellFormed()).toBe(true);
      const whole = content.replaceAll(/\s+/g, ' ').trim();
      expect(whole.startsWith(excerpt.replace(/…$/, ''))).toBe(true);
    }),
  );
});
