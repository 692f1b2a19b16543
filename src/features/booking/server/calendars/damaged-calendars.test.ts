import { describe, expect, it } from 'vitest';
import { calendarWith, eventWith } from '#tests/support/calendar-texts.ts';
import { readBusyTimes } from './read-busy-times.ts';

const read = (text: string) => {
  const { busy, unread } = readBusyTimes(text, {
    from: new Date('2027-01-01T00:00:00Z'),
    to: new Date('2028-01-01T00:00:00Z'),
    timeZone: 'Africa/Johannesburg',
    ownHost: 'own.test',
    owners: ['mentor@example.com'],
  });
  const print = (instant: Date) => instant.toISOString().slice(5, 16);
  return {
    busy: busy.map(({ from, to }) => `${print(from)} to ${print(to)}`),
    unread: unread.map(({ title, reason }) => `${title}: ${reason}`),
  };
};

const good = eventWith('SUMMARY:Good', 'DTSTART:20270301T080000Z', 'DTEND:20270301T090000Z');
const goodTime = '03-01T08:00 to 03-01T09:00';
const oddTime = '03-02T08:00 to 03-02T09:00';
const oddDay = '03-01T22:00 to 03-02T22:00';
const time = ['DTSTART:20270302T080000Z', 'DTEND:20270302T090000Z'];

describe('an event next to a good one', () => {
  it.each([
    [
      'has raw line breaks in a text',
      [...time, 'DESCRIPTION:One\nStatus: cancelled\n\nsee http://x.example\ntwo'],
    ],
    [
      'has a line break in a quoted parameter',
      [
        'ATTENDEE;PARTSTAT=DECLINED;X-RESPONSE-COMMENT="No.\nSTAY: well":mailto:a@example.org',
        ...time,
      ],
    ],
    ['has a quote that is never closed', ['ATTENDEE;CN="Odd:mailto:a@example.org', ...time]],
    ['has a property without a value', ['LOCATION', ...time, 'EXDATE:', 'X-ODD']],
    ['has a zone with a colon', ['DTSTART;TZID=GMT+05:30:20270302T133000', 'DURATION:PT1H']],
    [
      'has a zone as Exchange shows it',
      ['DTSTART;TZID=(UTC+02:00) Harare, Pretoria:20270302T100000', 'DURATION:PT1H'],
    ],
    [
      'has a zone with a semicolon',
      [
        'DTSTART;TZID=(UTC-08:00) Pacific Time (US & Canada); Tijuana:20270302T000000',
        'DURATION:PT1H',
      ],
    ],
    [
      'has an alarm that has its own times',
      [...time, 'BEGIN:VALARM\nSUMMARY:Alarm\nDURATION:PT9H\nDTSTART:20270305T080000Z\nEND:VALARM'],
    ],
  ])('that %s is read', (_, lines) => {
    expect(read(calendarWith(good, eventWith('SUMMARY:Odd', ...lines), good))).toEqual({
      busy: [goodTime, oddTime],
      unread: [],
    });
  });

  it.each([
    ['has no start', [], 'It has no start. The event is left out.'],
    [
      'is cut off after the T',
      ['DTSTART:20270302T', 'DTEND:20270302T'],
      '“20270302T” is not a date or time. The event is left out.',
    ],
    [
      'has a damaged end',
      ['DTSTART:20270302T080000Z', 'DTEND:later'],
      '“later” is not a date or time. The event is left out.',
    ],
    [
      'has a damaged length',
      ['DTSTART:20270302T080000Z', 'DURATION:1 hour'],
      '“1 hour” is not a duration. The event is left out.',
    ],
    [
      'ends before it begins',
      ['DTSTART:20270302T080000Z', 'DTEND:20270302T070000Z'],
      'It ends before it starts. The event is left out.',
    ],
    [
      'is in an unknown zone',
      ['DTSTART;TZID=Mars/Olympus:20270302T080000', 'DURATION:PT1H'],
      'Its time zone “Mars/Olympus” is unknown. The event is left out.',
    ],
  ])('that %s is listed', (_, lines, reason) => {
    expect(read(calendarWith(good, eventWith('SUMMARY:Odd\\, one', ...lines), good))).toEqual({
      busy: [goodTime],
      unread: [`Odd, one: ${reason}`],
    });
  });

  it.each([
    [
      'an unknown rule',
      ['RRULE:FREQ=FORTNIGHTLY'],
      'Its repeat rule “FREQ=FORTNIGHTLY” can’t be read. We only use its first date and its single dates.',
    ],
    [
      'an endless rule',
      ['RRULE:FREQ=SECONDLY'],
      'It repeats too often to process. We only use its first date and its single dates.',
    ],
    [
      'a damaged exception',
      ['EXDATE:soon', 'EXDATE:20270303T080000Z', 'RRULE:FREQ=DAILY;COUNT=2'],
      '“soon” is not a date or time. These dates are not left out.',
    ],
    [
      'a damaged added date',
      ['RDATE:soon'],
      '“soon” is not a date or time. These dates are not added.',
    ],
  ])('with %s counts once, and is listed', (_, lines, reason) => {
    expect(read(calendarWith(good, eventWith('SUMMARY:Odd', ...time, ...lines)))).toEqual({
      busy: [goodTime, oddTime],
      unread: [`Odd: ${reason}`],
    });
  });

  it('whose change can’t be read continues without the change', () => {
    const series = eventWith('UID:1', ...time, 'RRULE:FREQ=DAILY;COUNT=2');
    const change = eventWith(
      'UID:1',
      'SUMMARY:Odd',
      'RECURRENCE-ID:20270303T080000Z',
      'DTSTART:20270303T',
    );
    expect(read(calendarWith(series, change))).toEqual({
      busy: [oddTime, '03-03T08:00 to 03-03T09:00'],
      unread: ['Odd: “20270303T” is not a date or time. The event is left out.'],
    });
  });

  it('without an END line is read and listed', () => {
    const open = ['BEGIN:VEVENT', 'SUMMARY:Odd', ...time].join('\n');
    const note = 'Odd: The event has no end in the file.';
    const expected = { busy: [goodTime, oddTime], unread: [note] };
    expect(read(calendarWith(good, open))).toEqual(expected);
    expect(read(calendarWith(open, good))).toEqual(expected);
    expect(read(`BEGIN:VCALENDAR\n${good}\n${open}`).unread).toEqual([
      'The end of the calendar: The file is cut off. Later events are missing.',
      note,
    ]);
  });

  it('that is over or takes no time is not listed', () => {
    const over = eventWith('DTSTART;TZID=Mars:20200302T080000', 'DTEND;TZID=Mars:20200302T090000');
    const free = eventWith('DTSTART:20270302T', 'TRANSP:TRANSPARENT');
    expect(read(calendarWith(over, free, good))).toEqual({ busy: [goodTime], unread: [] });
  });

  it('is one of at most a hundred that are listed', () => {
    const odd = Array.from({ length: 150 }, (_, index) => eventWith(`SUMMARY:Odd ${index}`));
    const { unread } = read(calendarWith(...odd));
    expect(unread).toHaveLength(101);
    expect(unread.at(-1)).toBe('More events: 50 more can’t be read.');
  });
});

it.each([
  ['ends as it begins', ['DTSTART;VALUE=DATE:20270302', 'DTEND;VALUE=DATE:20270302']],
  ['ends before it begins', ['DTSTART;VALUE=DATE:20270302', 'DTEND;VALUE=DATE:20270301']],
  ['takes no time', ['DTSTART;VALUE=DATE:20270302', 'DURATION:PT0S']],
  ['ends at a time', ['DTSTART;VALUE=DATE:20270302', 'DTEND:20270302T150000Z']],
  [
    'has a time as well',
    ['DTSTART;VALUE=DATE:20270302T000000', 'DTEND;VALUE=DATE:20270303T000000'],
  ],
  ['has no type', ['DTSTART:20270302', 'DTEND:20270303']],
])('an event of a whole day that %s closes the day', (_, lines) => {
  expect(read(calendarWith(eventWith(...lines)))).toEqual({ busy: [oddDay], unread: [] });
});

it('uses the end of an added period', () => {
  const periods =
    'RDATE;VALUE=PERIOD;TZID=Africa/Johannesburg:20270303T100000/PT3H,20270304T100000/20270304T140000';
  expect(read(calendarWith(eventWith(...time, periods))).busy).toEqual([
    oddTime,
    '03-03T08:00 to 03-03T11:00',
    '03-04T08:00 to 03-04T12:00',
  ]);
});

describe('an event', () => {
  const guest = 'ATTENDEE;PARTSTAT=DECLINED:mailto:guest@example.net';
  it.each<[string, string[], boolean]>([
    ['declined by the mentor', ['ATTENDEE;PARTSTAT=DECLINED:MAILTO:Mentor@Example.com'], false],
    [
      'declined, as Apple writes it',
      ['ATTENDEE;EMAIL="mentor@example.com";PARTSTAT=DECLINED:/principals/1'],
      false,
    ],
    [
      'declined by the owner of the calendar',
      ['ATTENDEE;PARTSTAT=DECLINED:mailto:owner@example.org'],
      false,
    ],
    ['delegated', ['ATTENDEE;PARTSTAT=DELEGATED:mailto:mentor@example.com'], false],
    ['declined by a guest', [guest, 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:mentor@example.com'], true],
    ['declined by a guest alone', [guest], true],
    ['not answered', ['ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:mentor@example.com'], true],
    ['accepted tentatively', ['ATTENDEE;PARTSTAT=TENTATIVE:mailto:mentor@example.com'], true],
    ['that may take place', ['STATUS:TENTATIVE'], true],
    ['free in Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE'], false],
    ['free in Outlook alone', ['TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], false],
    ['while working elsewhere', ['X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'], false],
    ['out of office', ['X-MICROSOFT-CDO-BUSYSTATUS:OOF'], true],
    ['cancelled', ['STATUS:CANCELLED'], false],
  ])('%s', (_, lines, isBusy) => {
    const text = calendarWith('X-WR-CALNAME:owner@example.org', eventWith(...time, ...lines));
    expect(read(text)).toEqual({ busy: isBusy ? [oddTime] : [], unread: [] });
  });

  it('of a series may be declined for one day', () => {
    const series = eventWith(
      'UID:2',
      ...time,
      'RRULE:FREQ=DAILY;COUNT=2',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:mentor@example.com',
    );
    const day = eventWith(
      'UID:2',
      'RECURRENCE-ID:20270303T080000Z',
      'DTSTART:20270303T080000Z',
      'DTEND:20270303T090000Z',
      'ATTENDEE;PARTSTAT=DECLINED:mailto:mentor@example.com',
    );
    expect(read(calendarWith(series, day)).busy).toEqual([oddTime]);
  });
});
