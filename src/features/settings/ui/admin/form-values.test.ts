import { expect, it } from 'vitest';
import { wholeNumber, wholeNumberOrNull } from '#features/settings/rules/parts.ts';
import { z } from '#rules/zod.ts';
import { coerceSection, toTypedText } from './form-values.ts';

it('reads an empty number as null only if it is optional, and an unchecked box as false', () => {
  const schema = coerceSection(
    z.object({ notice: wholeNumberOrNull(0, 336), days: wholeNumber(1, 730), isOpen: z.boolean() }),
  );
  expect(schema.parse({ notice: '', days: '30' })).toEqual({
    notice: null,
    days: 30,
    isOpen: false,
  });
  expect(schema.safeParse({ notice: 'soon', days: '' }).error?.issues).toMatchObject([
    { path: ['notice'], message: 'Enter a whole number from 0 to 336.' },
    { path: ['days'], message: 'Enter a whole number from 1 to 730.' },
  ]);
});

it('treats a stored value and the same form texts as equal', () => {
  const stored = { name: 'A', price: null, isShown: true, isGone: false, hours: [18], minutes: 60 };
  const typed = { minutes: '60', isShown: 'on', name: 'A', hours: '18', price: '' };
  expect(toTypedText(stored)).toBe(toTypedText(typed));
});

it.each([
  [{ list: ['a', 'b'] }, { list: ['b', 'a'] }],
  [{ list: ['a', ''] }, { list: ['a'] }],
  [{ text: 'a' }, { text: 'a ' }],
])('distinguishes %j from %j', (one, other) => {
  expect(toTypedText(one)).not.toBe(toTypedText(other));
});
