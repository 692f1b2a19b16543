import { expect, it } from 'vitest';
import { instantText } from './zod.ts';

const read = (text: string) => instantText('A time is required.').safeParse(text);

it.each([
  ['2026-11-23T22:00:00+02:00', '2026-11-23T20:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
])('reads %s as %s', (text, instant) => {
  expect(read(text).data).toBe(instant);
});

it.each([
  // Calendars cannot represent these years, and the database rejects them.
  '9999-12-31T23:59:59-23:59',
  '0000-06-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '+275760-09-13T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-11-23T22:00:00',
])('rejects %s as an instant', (text) => {
  expect(read(text).error?.issues.map(({ message }) => message)).toEqual(['A time is required.']);
});
