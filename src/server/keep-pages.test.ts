import { expect, it } from 'vitest';
import { defaults } from '#features/settings/server/defaults.ts';
import { nextTurn } from './keep-pages.ts';

const noon = new Date('2026-11-22T12:00:00Z');

it.each([
  ['the mentor’s midnight', 'Africa/Johannesburg', null, '2026-11-22T22:00:00.000Z'],
  ['midnight in another time zone', 'Asia/Tokyo', null, '2026-11-22T15:00:00.000Z'],
  [
    'the end of the sale',
    'Africa/Johannesburg',
    '2026-11-22T13:00:00.000Z',
    '2026-11-22T13:00:00.000Z',
  ],
  [
    'no end in the past',
    'Africa/Johannesburg',
    '2026-11-22T11:00:00.000Z',
    '2026-11-22T22:00:00.000Z',
  ],
  [
    'no end after midnight',
    'Africa/Johannesburg',
    '2026-11-24T11:00:00.000Z',
    '2026-11-22T22:00:00.000Z',
  ],
])('the next change of the pages is %s', (_, timeZone, endsAt, turn) => {
  const booking = { ...defaults.booking, timeZone };
  const sale = endsAt ? { kind: 'until' as const, endsAt } : { kind: 'none' as const };
  const offers = { ...defaults.offers, sale };
  expect(nextTurn(noon, { booking, offers }).toISOString()).toBe(turn);
});

it('the next change of the pages is the next publication if that is first', () => {
  const at = (time: string) => new Date(`2026-11-22T${time}:00Z`);
  const sale = { kind: 'until' as const, endsAt: at('13:00').toISOString() };
  const settings = { ...defaults, offers: { ...defaults.offers, sale } };
  expect(nextTurn(noon, settings, at('12:30'))).toEqual(at('12:30'));
  expect(nextTurn(noon, settings, at('13:30'))).toEqual(at('13:00'));
});
