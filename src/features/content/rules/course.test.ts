import fc from 'fast-check';
import { expect, it } from 'vitest';
import { courseForm, toSlug } from './course.ts';

it.each([
  ['Zoë 𝗧. O’Neill’s Gold & Risk', 'zoe-t-oneills-gold-risk'],
  ['  R450.01 -- basics!  ', 'r450-01-basics'],
  ['Золото', 'course'],
  ['', 'course'],
  [`${'x'.repeat(69)} y`, 'x'.repeat(69)],
])('makes a short address of %j', (title, slug) => {
  expect(toSlug(title)).toBe(slug);
});

it('makes a valid short address of any title, with room for a number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const slug = `${toSlug(title)}-${Number.MAX_SAFE_INTEGER % 1e8}`;
      expect(courseForm.shape.slug.parse(slug)).toBe(slug);
    }),
  );
});
