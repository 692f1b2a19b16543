import { describe, expect, it } from 'vitest';
import { calendarWith, eventWith } from '#tests/support/calendar-texts.ts';
import { readBusyTimes } from './read-busy-times.ts';

const options = {
  from: new Date('2027-01-01T00:00:00Z'),
  to: new Date('2028-01-01T00:00:00Z'),
  timeZone: 'Africa/Johannesburg',
  ownHost: 'own.test',
  owners: ['mentor@example.com'],
};

const read = (text: string) => {
  const { busy, unread } = readBusyTimes(text, options);
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
      [
        ...time,
        'DESCRIPTION:One\nStatus: cancelled\n\nduration: 9 hours\nsee http://x.example\ntwo',
      ],
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
      'has a zone with a colon and a time as ISO 8601 writes it',
      ['DTSTART;TZID=(UTC+02:00) Harare, Pretoria:2027-03-02T10:00', 'DURATION:PT1H'],
    ],
    [
      'has a zone without its second quote',
      ['DTSTART;TZID="Asia/Kathmandu:20270302T134500', 'DURATION:PT1H'],
    ],
    [
      'has a zone in other quotes',
      ["DTSTART;tzid='asia/kathmandu':20270302T134500", 'DURATION:PT1H'],
    ],
    [
      'has a parameter after the colon',
      ['DTSTART:TZID=Asia/Kathmandu:20270302T134500', 'DURATION:PT1H'],
    ],
    ['has an empty zone', ['DTSTART;TZID=:20270302T100000', 'DURATION:PT1H']],
    [
      'has an end without its zone',
      ['DTSTART;TZID=Asia/Kathmandu:20270302T134500', 'DTEND:20270302T144500'],
    ],
    [
      'has a length and a damaged end',
      ['DTSTART:20270302T080000Z', 'DTEND:later', 'DURATION:PT1H'],
    ],
    [
      'has an alarm that has its own times',
      [...time, 'BEGIN:VALARM\nSUMMARY:Alarm\nDURATION:PT9H\nDTSTART:20270305T080000Z\nEND:VALARM'],
    ],
  ])('an event next to a good one that %s is read', (_, lines) => {
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
    ...[
      '20271302T080000Z',
      '20270230T080000Z',
      '20270302T250000Z',
      '20270302T086000Z',
      '1803801600',
      '1803801600000',
      '2027030208',
      '2027-3-2T08:00:00Z',
      '02.03.2027 08:00',
      'T080000Z',
    ].map((start): [string, string[], string] => [
      `starts at ${start}`,
      [`DTSTART:${start}`, 'DURATION:PT1H'],
      `“${start}” is not a date or time. The event is left out.`,
    ]),
    ['has an empty start', ['DTSTART:', 'DTEND:'], 'It has no start. The event is left out.'],
    [
      'has an empty end',
      ['DTSTART:20270302T080000Z', 'DTEND:'],
      'It has no end. The event is left out.',
    ],
    [
      'has a length that may be months',
      ['DTSTART:20270302T080000Z', 'DURATION:P30M'],
      '“P30M” is not a duration. The event is left out.',
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
  ])('an event next to a good one that %s is listed', (_, lines, reason) => {
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
      ['EXDATE:soon,20270303T080000Z', 'RRULE:FREQ=DAILY;COUNT=2'],
      '“soon” is not a date or time. This date is not left out.',
    ],
    [
      'a damaged added date',
      ['RDATE:soon'],
      '“soon” is not a date or time. This date is not added.',
    ],
  ])('an event next to a good one with %s counts once, and is listed', (_, lines, reason) => {
    expect(read(calendarWith(good, eventWith('SUMMARY:Odd', ...time, ...lines)))).toEqual({
      busy: [goodTime, oddTime],
      unread: [`Odd: ${reason}`],
    });
  });

  it.each([
    [
      'has several starts',
      ['DTSTART:tomorrow', ...time],
      'It has several starts. We use the first that can be read.',
    ],
    [
      'replaces a damaged date',
      [...time, 'RECURRENCE-ID:then'],
      '“then” is not a date or time. We can’t tell which date of a series it replaces.',
    ],
    [
      'has an empty rule',
      [...time, 'RRULE:'],
      'Its repeat rule “” can’t be read. We only use its first date and its single dates.',
    ],
  ])('an event next to a good one that %s is read and listed', (_, lines, reason) => {
    expect(read(calendarWith(good, eventWith('SUMMARY:Odd', ...lines)))).toEqual({
      busy: [goodTime, oddTime],
      unread: [`Odd: ${reason}`],
    });
  });

  it('an event next to a good one without a BEGIN line is read and listed', () => {
    const note = 'Odd: The event has no beginning in the file.';
    const odd = eventWith('SUMMARY:Odd', ...time).replace('BEGIN:VEVENT\n', '');
    for (const text of [calendarWith(odd, good), calendarWith(good, odd)])
      expect(read(text)).toEqual({ busy: [goodTime, oddTime], unread: [note] });
  });

  it('an event next to a good one whose title can’t be parsed is listed', () => {
    const odd = eventWith('SUMMARY;X="a:b', 'DTSTART:soon');
    const { unread } = read(calendarWith(odd));
    expect(unread).toEqual(['b: “soon” is not a date or time. The event is left out.']);
  });

  it('an event next to a good one whose change can’t be read continues without the change', () => {
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

  it('an event next to a good one without an END line is read and listed', () => {
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

  it('an event next to a good one that is over or takes no time is not listed', () => {
    const over = eventWith('DTSTART;TZID=Mars:20200302T080000', 'DTEND;TZID=Mars:20200302T090000');
    const free = eventWith('DTSTART:20270302T', 'TRANSP:TRANSPARENT');
    expect(read(calendarWith(over, free, good))).toEqual({ busy: [goodTime], unread: [] });
  });

  it('an event next to a good one is one of at most a hundred that are listed', () => {
    const odd = Array.from({ length: 150 }, (_, index) => eventWith(`SUMMARY:Odd ${index}`));
    const { unread } = read(calendarWith(...odd));
    expect(unread).toHaveLength(101);
    expect(unread.at(-1)).toBe('More events: 50 more can’t be read.');
  });
});

it.each([
  ...[
    '20270302t080000z',
    '20270302T080000.000Z',
    '20270302T080037.265Z',
    '20270302 080000Z',
    '20270302T0800Z',
    '202703020800Z',
    '20270302080000Z',
    '2027-03-02 10:00',
    '2027-03-02T08:00Z',
    '2027-03-02T10:00:00+02:00',
    '2027-03-02T03:15:00-0445',
    '2027-03-02T10:00:00+02:00[Africa/Johannesburg]',
    '"20270302T080000Z";',
  ].map((start) => [`DTSTART:${start}`, 'DURATION:PT1H']),
  ['dtstart;value="date-time":20270302T080000Z', 'DtEnd: 20270302T090000Z'],
  ['DTSTART:VALUE=DATE-TIME:20270302T080000Z', 'DTEND:20270302T090000'],
  ...['pt1h', '+PT60M', 'P0DT3600S', 'P0Y0M0DT1H', 'P1H', 'PT30M 1800S', 'P0W0DT1.0H'].map(
    (length) => [time[0] ?? '', `DURATION:${length}`],
  ),
])('reads %s with %s', (start, end) => {
  const [span, ...others] = readBusyTimes(calendarWith(eventWith(start, end)), options).busy;
  expect(others).toEqual([]);
  const minute = (instant?: Date) => instant?.toISOString().slice(0, 16);
  expect([minute(span?.from), minute(span?.to)]).toEqual(['2027-03-02T08:00', '2027-03-02T09:00']);
});

it('reads midnight as 24:00', () => {
  const event = eventWith('DTSTART:20270302T230000Z', 'DTEND:20270302T240000Z');
  expect(read(calendarWith(event)).busy).toEqual(['03-02T23:00 to 03-03T00:00']);
});

describe('a file', () => {
  const odd = eventWith(
    'SUMMARY:Odd',
    'DTSTART;TZID=Africa/Johannesburg:20270302T100000',
    'DURATION:PT1H',
  );
  const text = calendarWith(good, odd);
  it.each([
    ['in lower case', text.toLowerCase()],
    ['in capitals', text.toUpperCase()],
    ['after a line break of HTML', `<br />${text}`],
    [
      'after a warning',
      `<br />\n<b>Warning</b>: x in <b>y.php</b> on line <b>3</b><br />\n${text}`,
    ],
    ['after two byte order marks', `\uFEFF\uFEFF${text}`],
    ['with a byte order mark inside', text.replaceAll('BEGIN:VEVENT', '\uFEFFBEGIN:VEVENT')],
    ['before a script', `${text}<script></script>`],
    ['with line feeds', text.replaceAll('\r\n', '\n')],
    ['with carriage returns', text.replaceAll('\r\n', '\r')],
    ['with two carriage returns', text.replaceAll('\r\n', '\r\r\n')],
    ['with empty lines', text.replaceAll('\r\n', '\r\n\r\n')],
    ['with spaces at the ends', text.replaceAll('\r\n', '  \r\n')],
    ['with semicolons at the ends', text.replaceAll('\r\n', ';\r\n')],
    ['with indented lines', text.replaceAll('\r\n', '\r\n\t ')],
    ['with spaces around colons', text.replaceAll(':', ' : ')],
    ['with names and times that are folded', text.replaceAll(/DTS|T1/g, '$&\r\n ')],
    ['that is padded', `${text.replaceAll('Odd', 'O\0dd')}\0\0`],
  ])('%s is read', (_, content) => {
    expect(read(content)).toEqual({ busy: [goodTime, oddTime], unread: [] });
  });

  it('names the title of an event without characters that the database can’t store', () => {
    expect(read(calendarWith(eventWith('SUMMARY:Zo\0ë 𝗧. O’Neill'))).unread).toEqual([
      'Zoë 𝗧. O’Neill: It has no start. The event is left out.',
    ]);
  });
});

it.each([
  ['times', time, '20270303T080000Z;20270304T080000z,'],
  ['ISO times', time, '2027-03-03T10:00:00,2027-03-04 08:00Z'],
  ['days', time, '20270303,2027-03-04'],
  ['days of a whole day', ['DTSTART;VALUE=DATE:20270302'], '20270303,20270304'],
  ['midnights of a whole day', ['DTSTART;VALUE=DATE:20270302'], '20270302T220000Z,20270304T000000'],
])('leaves out days of a series that are excluded as %s', (_, lines, dates) => {
  const [start = '', ...others] = lines;
  const floating = start.replace('080000Z', '100000');
  const series = eventWith(floating, ...others, 'RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${dates}`);
  const { busy, unread } = read(calendarWith(series));
  expect(busy).toEqual([lines === time ? oddTime : oddDay]);
  expect(unread).toEqual([]);
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
  ['has an empty end', ['DTSTART;VALUE=DATE:20270302', 'DTEND:']],
  ['has an ISO date', ['DTSTART;VALUE=DATE:2027-03-02', 'DTEND;VALUE=DATE:2027-03-03']],
  ['names its type in quotes', ['dtstart;value="date":20270302T000000', 'dtend:20270303']],
  ['names its type after the colon', ['DTSTART:VALUE=DATE:20270302']],
  ['begins and ends at midnight', ['DTSTART:20270302T000000', 'DTEND;VALUE=DATE:20270302']],
  [
    'Outlook marks',
    ['DTSTART:20270302T000000', 'DTEND:20270302T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
  ],
  ['has no type', ['DTSTART:20270302', 'DTEND:20270303']],
])('an event of a whole day that %s closes the day', (_, lines) => {
  expect(read(calendarWith(eventWith(...lines)))).toEqual({ busy: [oddDay], unread: [] });
});

it.each(['DTEND:later', 'DTEND:20271302', 'DURATION:bad'])(
  'an event of whole days with %s closes its first day, and is listed',
  (end) => {
    const [, value] = end.split(':');
    const kind = end.startsWith('DTEND') ? 'date or time' : 'duration';
    const event = eventWith('SUMMARY:Odd', 'DTSTART;VALUE=DATE:20270302', end);
    expect(read(calendarWith(event))).toEqual({
      busy: [oddDay],
      unread: [`Odd: “${value}” is not a ${kind}. We only use its first day.`],
    });
  },
);

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
    ['declined in small letters', ['attendee;partstat=declined:mailto:mentor@example.com'], false],
    ['declined in quotes', ['ATTENDEE;PARTSTAT="DECLINED":mentor@example.com'], false],
    [
      'declined by a name that is the email',
      ['ATTENDEE;CN="mentor@example.com";PARTSTAT=DECLINED:invalid:nomail'],
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
    ['free in small letters', ['x-microsoft-cdo-busystatus:free'], false],
    ['transparent in small letters', ['transp:transparent'], false],
    ['transparent in quotes', ['TRANSP:"TRANSPARENT"'], false],
    ['cancelled', ['STATUS:CANCELLED'], false],
    ['canceled', ['Status:Canceled'], false],
  ])('%s', (_, lines, isBusy) => {
    const text = calendarWith('X-WR-CALNAME:owner@example.org', eventWith(...time, ...lines));
    expect(read(text)).toEqual({ busy: isBusy ? [oddTime] : [], unread: [] });
  });

  it('an event of a series may be declined for one day', () => {
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
