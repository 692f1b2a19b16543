import { expect, it } from 'vitest';
import { calendarDay, emptyAsNull, optionalText, phoneText, requiredText } from './zod.ts';

const name = requiredText('Name is required.', 2, 20);
const message = (text: string) => name.safeParse(text).error?.issues[0]?.message;

it('counts characters like the database', () => {
  expect(message('Al')).toBeUndefined();
  expect(message(' A ')).toBe('Name is required.');
  expect(message('🙂')).toBe('Name is required.');
  expect(message('🙂🙂')).toBeUndefined();
  expect(message('x'.repeat(20))).toBeUndefined();
  expect(message('🙂'.repeat(20))).toBeUndefined();
  expect(message('🙂'.repeat(21))).toBe('Use fewer than 20 characters.');
});

it.each([
  '\u200b\u200b',
  '\u2800\u2800',
  '\u3164 \u3164',
  '\u200d\ufe0f',
  'T\u200b',
  '\u202a \u202c',
])('rejects an invisible name: %j', (text) => expect(message(text)).toBe('Name is required.'));

it.each(['ශ්‍රී', 'می‌نا', 'T 👩‍💻', '❤️❤️'])('keeps the joiners of %s', (text) =>
  expect(name.parse(text)).toBe(text),
);

it('reads an optional invisible text as null, and removes invisible characters from a phone number', () => {
  expect(emptyAsNull(optionalText(5)).parse('\u200b \u2060')).toBeNull();
  expect(phoneText.parse('\u202a+27 82\u00a0555\u20111234\u202c')).toBe('+27 82 555-1234');
});

it('normalises line breaks, and rejects characters that cannot be stored', () => {
  expect(name.parse('one\r\ntwo')).toBe('one\ntwo');
  for (const text of ['a\0b', 'a\ud800b']) {
    expect(message(text)).toBe('Remove the characters that can’t be saved.');
  }
});

it('accepts calendar days since 1900', () => {
  const day = calendarDay('A date is required.');
  expect(day.safeParse('1900-01-01').success).toBe(true);
  for (const text of ['1899-12-31', '0001-01-01', '2026-02-30', '']) {
    expect(day.safeParse(text).error?.issues[0]?.message).toBe('A date is required.');
  }
});

it('explains errors of an optional text, and accepts any empty value', () => {
  const note = emptyAsNull(optionalText(5));
  for (const nothing of ['', '  ', null, undefined]) expect(note.parse(nothing)).toBeNull();
  expect(note.parse(' a b ')).toBe('a b');
  expect(note.safeParse('123456').error?.issues.map(({ message }) => message)).toEqual([
    'Use fewer than 5 characters.',
  ]);
});
