import { expect, it } from 'vitest';
import { readComponents } from './calendar-components.ts';
import { readCalendarZones } from './calendar-zones.ts';

const described = `BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VTIMEZONE
TZID:Damaged
BEGIN:STANDARD
DTSTART:sometime
END:STANDARD
END:VTIMEZONE
BEGIN:VTIMEZONE
TZID:EST
BEGIN:STANDARD
DTSTART:20000101T000000
TZOFFSETFROM:+1000
TZOFFSETTO:+1000
END:STANDARD
END:VTIMEZONE`;

const zones = readCalendarZones(
  readComponents(described),
  'Africa/Johannesburg',
  Date.parse('2027-01-01'),
);

/** Returns how many hours a time zone is ahead of UTC in January and in July. */
const hoursAhead = (id: string): number[] =>
  ['2027-01-12T12:00Z', '2027-07-12T12:00Z'].map((text) => {
    const wall = Date.parse(text);
    return (wall - zones.find(id)(wall)) / 3_600_000;
  });

it.each<[string, number, number]>([
  ['Africa/Johannesburg', 2, 2],
  ['europe/berlin', 1, 2],
  ['America/New York', -5, -4],
  ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', -3, -3],
  ['/freeassociation.sourceforge.net/Tzfile/Africa/Johannesburg', 2, 2],
  ['Etc/GMT-2', 2, 2],
  ['UTC', 0, 0],
  ['tzone://Microsoft/Utc', 0, 0],
  ['Microsoft/UTC', 0, 0],
  ['South Africa Standard Time', 2, 2],
  ['SOUTH AFRICA STANDARD TIME', 2, 2],
  ['W. Europe Standard Time 1', 1, 2],
  ['GMT Standard Time', 0, 1],
  ['Greenwich Standard Time', 0, 0],
  ['Pacific Standard Time (Mexico)', -8, -7],
  ['UTC-11', -11, -11],
  ['(UTC+02:00) Harare, Pretoria', 2, 2],
  ['(GMT+02.00) Harare/Pretoria', 2, 2],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien', 1, 2],
  ['(UTC) Dublin, Edinburgh, Lisbon, London', 0, 1],
  ['(UTC) Coordinated Universal Time', 0, 0],
  ['(UTC-11:00) Coordinated Universal Time-11', -11, -11],
  ['(UTC-05:00) Eastern Time (US & Canada)', -5, -4],
  ['(UTC-01:00) Cape Verde Is.', -1, -1],
  ['(UTC-03:00) City of Buenos Aires', -3, -3],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 5.5, 5.5],
  ['(GMT+05:30)Chennai, Kolkata, Mumbai, New Delhi', 5.5, 5.5],
  ['UTC+05:30 New Delhi', 5.5, 5.5],
  ['Chennai, Kolkata, Mumbai, New Delhi', 5.5, 5.5],
  ['Harare, Pretoria', 2, 2],
  ['Eastern Time (US & Canada)', -5, -4],
  ['Pacific Time (US and Canada)', -8, -7],
  ['Eastern Daylight Time', -5, -4],
  ['W Europe Standard Time', 1, 2],
  ['Coordinated Universal Time', 0, 0],
  ['(UTC+00:00) Coordinated Universal Time', 0, 0],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 0, 1],
  ['(UTC-07:00) La Paz, Mazatlan', -7, -7],
  ['(UTC-04:00) Georgetown, La Paz, Manaus, San Juan', -4, -4],
  ['(UTC−06:00) Guadalajara, Mexico City, Monterrey - New', -6, -6],
  ['(UTC+02:00) E. Europe', 2, 3],
  ['(UTC+11:00) Solomon Is., New Caledonia', 11, 11],
  ['(UTC+13:00) Nuku’alofa', 13, 13],
  ['SAST', 2, 2],
  ['GMT+05:30', 5.5, 5.5],
  ['UTC-3', -3, -3],
  ['+0200', 2, 2],
  ['Office', 1, 2],
  ['EST', 10, 10],
])('%s is a clock', (id, january, july) => {
  expect(hoursAhead(id)).toEqual([january, july]);
});

it.each([
  'Mars',
  'Central',
  'Harare, Berlin',
  'Pretoria, Atlantis',
  '(UTC+02:00) Atlantis',
  'Damaged',
  'tzone://Microsoft/Custom',
  'Etc/Unknown',
  '(UTC-10:00) Harare, Pretoria',
])('%s is unknown', (id) => {
  expect(() => hoursAhead(id)).toThrow(`Its time zone “${id}” is unknown.`);
});
