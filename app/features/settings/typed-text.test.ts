import { expect, it } from 'vitest';
import { toTypedText } from './typed-text.ts';

it('takes a value for what a form makes of it', () => {
  const stored = { name: 'A', price: null, isShown: true, isGone: false, hours: [18], minutes: 60 };
  const typed = { minutes: '60', isShown: 'on', name: 'A', hours: '18', price: '' };
  expect(toTypedText(stored)).toBe(toTypedText(typed));
});

it('takes nothing for nothing', () => {
  expect(toTypedText({ links: [], inner: { text: '' } })).toBe(toTypedText(undefined));
});

it.each([
  [{ list: ['a', 'b'] }, { list: ['b', 'a'] }],
  [{ list: ['a', ''] }, { list: ['a'] }],
  [{ text: 'a' }, { text: 'a ' }],
])('tells %j from %j', (one, other) => {
  expect(toTypedText(one)).not.toBe(toTypedText(other));
});
