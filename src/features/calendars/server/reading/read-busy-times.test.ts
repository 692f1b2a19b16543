import { describe, expect, it } from 'vitest';
import { calendarWith, eventWith } from '#tests/support/calendar-texts.ts';
import { readBusyTimes } from './read-busy-times.ts';

const options = {
  from: new Date('2027-01-01T00:00:00Z'),
  to: new Date('2028-01-01T00:00:00Z'),
  timeZone: 'Africa/Johannesburg',
  ownHost: 'timevsprice.test',
  owners: [],
};

/** Reads for a mentor in Johannesburg, which has no daylight saving time, by default. */
const read = (
  text: string,
  { from = '2027-01-01', to = '2028-01-01', timeZone = 'Africa/Johannesburg' } = {},
) =>
  readBusyTimes(text, {
    ...options,
    from: new Date(`${from}T00:00:00Z`),
    to: new Date(`${to}T00:00:00Z`),
    timeZone,
  }).busy.map(({ from: start, to: end }) =>
    [start, end].map((instant) => instant.toISOString().slice(0, 16)).join(' to '),
  );

const readEvents = (...events: string[]) => read(calendarWith(...events));

const newYorkAsOutlookWritesIt = `BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;

describe('a single event', () => {
  it.each([
    ['in UTC', 'DTSTART:20270301T120000Z', 'DTEND:20270301T123000Z', '12:00', '12:30'],
    [
      'in a named time zone',
      'DTSTART;TZID=Asia/Kathmandu:20270301T120000',
      'DURATION:PT1H',
      '06:15',
      '07:15',
    ],
    ['without a time zone', 'DTSTART:20270301T120000', 'DTEND:20270301T130000', '10:00', '11:00'],
    [
      'in a time zone with a longer name',
      'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20270301T120000',
      'DURATION:PT90M',
      '11:00',
      '12:30',
    ],
    [
      'from one time zone to another',
      'DTSTART;TZID=Africa/Johannesburg:20270301T120000',
      'DTEND;TZID=Europe/London:20270301T213000',
      '10:00',
      '21:30',
    ],
  ])('%s', (_, start, end, from, to) => {
    expect(readEvents(eventWith(start, end))).toEqual([`2027-03-01T${from} to 2027-03-01T${to}`]);
  });

  it('a single event without an end takes no time, and without a time takes the whole day', () => {
    expect(readEvents(eventWith('DTSTART:20270301T120000Z'))).toEqual([]);
    expect(readEvents(eventWith('DTSTART;VALUE=DATE:20270301'))).toEqual([
      '2027-02-28T22:00 to 2027-03-01T22:00',
    ]);
  });

  it('a single event of whole days ends with the last one in the mentor’s time zone', () => {
    const event = eventWith('DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270330');
    expect(readEvents(event)).toEqual(['2027-03-26T22:00 to 2027-03-29T22:00']);
    // One of the three days has 23 hours in Berlin.
    expect(read(calendarWith(event), { timeZone: 'Europe/Berlin' })).toEqual([
      '2027-03-26T23:00 to 2027-03-29T22:00',
    ]);
  });

  it.each([
    ['does not take up time', 'TRANSP:TRANSPARENT'],
    ['is cancelled', 'STATUS:CANCELLED'],
    ['is a session of this site', 'UID:8c6f0b5e@timevsprice.test'],
  ])('a single event that %s leaves the mentor free', (_, line) => {
    const time = ['DTSTART:20270301T120000Z', 'DURATION:PT1H'];
    expect(readEvents(eventWith(...time, line))).toEqual([]);
    expect(readEvents(eventWith(...time, 'TRANSP:OPAQUE', 'STATUS:TENTATIVE'))).toHaveLength(1);
  });

  it('a single event is cut to the span', () => {
    const event = eventWith('DTSTART:20261201T000000Z', 'DTEND:20270102T000000Z');
    const later = eventWith('DTSTART:20271231T230000Z', 'DTEND:20290101T000000Z');
    expect(
      readEvents(event, later, eventWith('DTSTART:20300101T000000Z', 'DURATION:PT1H')),
    ).toEqual(['2027-01-01T00:00 to 2027-01-02T00:00', '2027-12-31T23:00 to 2028-01-01T00:00']);
  });
});

describe('what repeats', () => {
  it('every week in London moves in a time zone without daylight saving', () => {
    const event = eventWith(
      'DTSTART;TZID=Europe/London:20250107T170000',
      'DTEND;TZID=Europe/London:20250107T180000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU',
    );
    // London changes on 28 March 2027, and back on 31 October.
    const spring = { from: '2027-03-20', to: '2027-04-05' };
    expect(read(calendarWith(event), spring)).toEqual([
      '2027-03-23T17:00 to 2027-03-23T18:00',
      '2027-03-30T16:00 to 2027-03-30T17:00',
    ]);
    const autumn = { from: '2027-10-25', to: '2027-11-05' };
    expect(read(calendarWith(event), autumn)).toEqual([
      '2027-10-26T16:00 to 2027-10-26T17:00',
      '2027-11-02T17:00 to 2027-11-02T18:00',
    ]);
  });

  it('what repeats in a time zone that the calendar describes follows the description', () => {
    const event = eventWith(
      'DTSTART;TZID=Customized Time Zone:20260105T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=MONTHLY;BYDAY=1MO',
    );
    const starts = readEvents(newYorkAsOutlookWritesIt, event).map((span) => span.slice(5, 16));
    expect(starts.slice(0, 4)).toEqual([
      '01-04T14:00',
      '02-01T14:00',
      '03-01T14:00',
      '04-05T13:00',
    ]);
    expect(starts.slice(-2)).toEqual(['11-01T13:00', '12-06T14:00']);
  });

  it('what repeats has exceptions, moved, cancelled and added dates', () => {
    const uid = 'UID:series';
    const zone = 'TZID=Europe/London';
    const events = [
      eventWith(
        uid,
        `DTSTART;${zone}:20270302T170000`,
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=8',
        `EXDATE;${zone}:20270309T170000`,
        'EXDATE:20270330T160000Z',
        `RDATE;${zone}:20270304T120000`,
      ),
      eventWith(
        uid,
        `RECURRENCE-ID;${zone}:20270316T170000`,
        `DTSTART;${zone}:20270317T100000`,
        'DURATION:PT2H',
      ),
      eventWith(
        uid,
        'RECURRENCE-ID:20270406T160000Z',
        'DTSTART:20270406T160000Z',
        'STATUS:CANCELLED',
      ),
      eventWith(
        uid,
        `RECURRENCE-ID;${zone}:20270413T170000`,
        `DTSTART;${zone}:20270413T170000`,
        'DURATION:PT1H',
        'TRANSP:TRANSPARENT',
      ),
    ];
    const expected = [
      '2027-03-02T17:00 to 2027-03-02T18:00',
      '2027-03-04T12:00 to 2027-03-04T13:00',
      '2027-03-17T10:00 to 2027-03-17T12:00',
      '2027-03-23T17:00 to 2027-03-23T18:00',
      '2027-04-20T16:00 to 2027-04-20T17:00',
    ];
    expect(readEvents(...events)).toEqual(expected);
    expect(readEvents(...events.toReversed())).toEqual(expected);
  });

  it.each([
    ['an instant in another time zone', 'UNTIL=20270302T160000Z', 2],
    ['just before the last one', 'UNTIL=20270302T155959Z', 1],
    ['a local time', 'UNTIL=20270303T180000', 3],
    ['a day', 'UNTIL=20270303', 3],
    ['a number', 'COUNT=2', 2],
  ])('what repeats ends by %s', (_, end, count) => {
    const event = eventWith(
      'DTSTART;TZID=Africa/Johannesburg:20270301T180000',
      'DURATION:PT1H',
      `RRULE:FREQ=DAILY;${end}`,
    );
    expect(readEvents(event)).toHaveLength(count);
  });

  it('what repeats by whole days skips an excluded day and merges adjacent days', () => {
    const event = eventWith(
      'DTSTART;VALUE=DATE:20270301',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE;VALUE=DATE:20270303',
    );
    expect(readEvents(event)).toEqual([
      '2027-02-28T22:00 to 2027-03-02T22:00',
      '2027-03-03T22:00 to 2027-03-05T22:00',
    ]);
  });

  it('what repeats at an hour that the clock skips uses the offset before the change', () => {
    const event = eventWith(
      'DTSTART;TZID=Europe/London:20270327T013000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=3',
    );
    expect(readEvents(event)).toEqual([
      '2027-03-27T01:30 to 2027-03-27T02:30',
      '2027-03-28T01:30 to 2027-03-28T02:30',
      '2027-03-29T00:30 to 2027-03-29T01:30',
    ]);
  });
});

describe('a calendar', () => {
  it('a calendar may hold busy times instead of events', () => {
    const times = [
      'BEGIN:VFREEBUSY',
      'FREEBUSY:20270301T080000Z/20270301T090000Z,20270301T100000Z/PT30M',
      'FREEBUSY;FBTYPE=FREE:20270302T080000Z/20270302T090000Z',
      'END:VFREEBUSY',
    ].join('\n');
    expect(readEvents(times)).toEqual([
      '2027-03-01T08:00 to 2027-03-01T09:00',
      '2027-03-01T10:00 to 2027-03-01T10:30',
    ]);
  });

  it('a calendar may be empty, begin with a byte order mark, and contain several calendars', () => {
    expect(read(`\uFEFF${calendarWith()}`)).toEqual([]);
    const day = (date: string) => calendarWith(eventWith(`DTSTART;VALUE=DATE:${date}`));
    expect(read(day('20270301') + day('20270308'))).toHaveLength(2);
  });

  it.each([
    ['a web page', '<!doctype html><title>Sign in</title>', 'There is no calendar'],
    ['nothing', '', 'There is no calendar'],
    ['half of one', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', 'damaged'],
  ])('a calendar is not %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['before', (event: string, series: string[]) => [event, ...series]],
    ['after', (event: string, series: string[]) => [...series, event]],
  ])('keeps a single event %s a hundred and twenty daily series', (_, order) => {
    const series = Array.from({ length: 120 }, (_series, index) => {
      const minute = String(index % 60).padStart(2, '0');
      const hour = String(index < 60 ? 8 : 9).padStart(2, '0');
      return eventWith(`DTSTART:20200101T${hour}${minute}37Z`, 'DURATION:PT7S', 'RRULE:FREQ=DAILY');
    });
    const event = eventWith('DTSTART:20270301T173000Z', 'DURATION:PT1H');
    expect(readEvents(...order(event, series))).toContain('2027-03-01T17:30 to 2027-03-01T18:30');
  });

  it('a calendar with too many times keeps the nearest, and says so', () => {
    const rule = 'RRULE:FREQ=DAILY;BYHOUR=0,2,4,6,8,10,12,14,16,18,20,22;BYMINUTE=7,37';
    const series = [11, 17, 23].map((second) =>
      eventWith(`DTSTART:20261231T0007${second}Z`, 'DURATION:PT1S', rule),
    );
    const { busy, unread } = readBusyTimes(calendarWith(...series), options);
    expect(busy).toHaveLength(20_000);
    expect(busy.at(0)?.from).toEqual(new Date('2027-01-01T00:07:11Z'));
    expect(unread).toEqual([
      {
        title: 'The latest events',
        reason: 'This calendar has too many events. These are left out.',
      },
    ]);
  });
});
