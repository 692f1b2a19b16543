import { expect, it } from 'vitest';
import { addDays, findTimeZone, instantInZone, isTimeZone } from './zoned-time.ts';

it.each([
  ['2026-11-27', '08:00', 'Africa/Johannesburg', '2026-11-27T06:00:00.000Z'],
  ['2026-11-27', '00:00', 'Africa/Johannesburg', '2026-11-26T22:00:00.000Z'],
  ['2026-07-01', '08:00', 'Europe/Berlin', '2026-07-01T06:00:00.000Z'],
  ['2026-12-01', '08:00', 'Europe/Berlin', '2026-12-01T07:00:00.000Z'],
  // The clock changes from 2 to 3.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('%s at %s in %s is %s', (day, time, timeZone, instant) => {
  expect(instantInZone(day, time, timeZone).toISOString()).toBe(instant);
});

it.each([
  ['2026-11-28', '2026-12-05'],
  ['2026-12-28', '2027-01-04'],
  ['2028-02-25', '2028-03-03'],
])('a week after %s is %s', (day, later) => {
  expect(addDays(day, 7)).toBe(later);
});

it('accepts all time zones that the platform lists, and their other names', () => {
  const others = ['UTC', 'Asia/Katmandu', 'Asia/Kathmandu', 'US/Pacific', 'EST5EDT', 'Etc/GMT+5'];
  const names = [...Intl.supportedValuesOf('timeZone'), ...others];
  expect(names.filter((zone) => !isTimeZone(zone))).toEqual([]);
});

it.each([
  '',
  '+02:00',
  'Mars/Base',
  'Africa',
  '../etc/passwd',
  'Europe/Berlin ',
  '+02:00a',
  'Etc/Unknown',
  'etc/unknown',
  'Factory',
  'US/Pacific-New',
  'us/pacific-new',
  'SystemV/PST8',
  'SystemV/AST4ADT',
  'Canada/East-Saskatchewan',
  'PST',
  'ist',
  'BST',
  'JST',
  'AGT',
])('rejects %s as a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
  expect(findTimeZone(name)).toBeNull();
});
