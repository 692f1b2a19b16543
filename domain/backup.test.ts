import { describe, expect, it } from 'vitest';
import {
  describeAge,
  isNightlyDue,
  isOverdue,
  lastNight,
  listKept,
  nameBackup,
  readBackupName,
} from './backup.ts';

const zone = 'Africa/Johannesburg';
const at = (text: string) => new Date(text);

describe('the nightly backup', () => {
  it.each([
    ['2026-11-23T00:10:59Z', '2026-11-22T00:11:00Z'],
    ['2026-11-23T00:11:00Z', '2026-11-23T00:11:00Z'],
    ['2026-11-23T23:00:00Z', '2026-11-23T00:11:00Z'],
  ])('at %s the last night was %s, on the clock of the mentor', (now, night) => {
    expect(lastNight(at(now), zone)).toEqual(at(night));
  });

  it('follows a clock that is set forward in that hour', () => {
    // In New York the clock goes from 2 to 3 on that morning.
    expect(lastNight(at('2026-03-08T12:00:00Z'), 'America/New_York')).toEqual(
      at('2026-03-08T07:11:00Z'),
    );
  });

  it.each([
    ['it was made before the night', '2026-11-22T12:00:00Z', undefined, true],
    ['it was made since', '2026-11-23T00:12:00Z', undefined, false],
    [
      'there is none of a site that is older than the night',
      undefined,
      '2026-11-20T00:00:00Z',
      true,
    ],
    ['there is none of a site that is younger', undefined, '2026-11-23T08:00:00Z', false],
    ['the clock was far ahead when it was made', '2027-05-01T00:12:00Z', undefined, true],
    ['there is nothing to keep', undefined, undefined, false],
  ])('when %s', (_, madeAt, since, isDue) => {
    const due = {
      madeAt: madeAt === undefined ? undefined : at(madeAt),
      since: since === undefined ? undefined : at(since),
    };
    expect(isNightlyDue({ ...due, now: at('2026-11-23T09:00:00Z'), timeZone: zone })).toBe(isDue);
  });

  it('is overdue after two days, counted from when there was something to keep', () => {
    const now = at('2026-11-23T09:00:00Z');
    const since = at('2026-11-01T09:00:00Z');
    expect(isOverdue({ madeAt: at('2026-11-21T09:00:00Z'), since, now })).toBe(false);
    expect(isOverdue({ madeAt: at('2026-11-21T08:59:59Z'), since, now })).toBe(true);
    expect(isOverdue({ madeAt: undefined, since, now })).toBe(true);
    expect(isOverdue({ madeAt: undefined, since: at('2026-11-22T09:00:00Z'), now })).toBe(false);
    expect(isOverdue({ madeAt: undefined, since: undefined, now })).toBe(false);
  });
});

describe('what is kept', () => {
  const retention = { days: 7, weeks: 4, months: 6 };

  /** One each night for so many nights, the last on that day. */
  const nights = (count: number, last: string) =>
    Array.from({ length: count }, (_, back) => ({
      madeAt: new Date(at(`${last}T00:11:00Z`).getTime() - back * 86_400_000),
    }));

  const days = (kept: { madeAt: Date }[]) =>
    kept.map(({ madeAt }) => madeAt.toISOString().slice(0, 10));

  it('is seven days, the Sundays of four weeks, the last of six months', () => {
    const kept = listKept(nights(400, '2026-11-25'), retention, zone);
    expect(days(kept)).toEqual([
      ...['2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20'],
      ...['2026-11-19', '2026-11-15', '2026-11-08', '2026-10-31', '2026-09-30', '2026-08-31'],
      ...['2026-07-31', '2026-06-30'],
    ]);
  });

  it('is the same when it is thinned out night after night', () => {
    let kept: { madeAt: Date }[] = [];
    for (const night of nights(240, '2026-11-25').reverse()) {
      kept = listKept([...kept, night], retention, zone);
    }
    expect(days(kept)).toEqual(days(listKept(nights(240, '2026-11-25'), retention, zone)));
  });

  it('counts spans that have one: after a pause nothing goes that is the only one', () => {
    const old = nights(3, '2026-01-10');
    expect(listKept([...old, ...nights(1, '2026-11-25')], retention, zone)).toHaveLength(4);
  });

  it('is the newest of a day', () => {
    const morning = { madeAt: at('2026-11-25T06:00:00Z') };
    const evening = { madeAt: at('2026-11-25T18:00:00Z') };
    expect(listKept([morning, evening], retention, zone)).toEqual([evening]);
  });

  it('ends a day, a week and a month at the midnight of the mentor', () => {
    const before = { madeAt: at('2026-11-30T21:59:59Z') };
    const after = { madeAt: at('2026-11-30T22:00:00Z') };
    const one = { days: 0, weeks: 0, months: 2 };
    expect(listKept([before, after], one, zone)).toEqual([after, before]);
  });
});

describe('the name of a backup', () => {
  const madeAt = at('2026-11-23T00:11:02.345Z');

  it('says when it was made, to the second, and sorts by it', () => {
    const name = nameBackup(madeAt, { isEncrypted: false });
    expect(name).toBe('site-2026-11-23T00-11-02Z.tar.zst');
    expect(readBackupName(name)).toEqual(at('2026-11-23T00:11:02Z'));
    const encrypted = nameBackup(madeAt, { isEncrypted: true });
    expect(encrypted).toBe(`${name}.age`);
    expect(readBackupName(encrypted)).toEqual(at('2026-11-23T00:11:02Z'));
  });

  it.each([
    'notes.txt',
    'site-2026-11-23.tar.zst',
    'site-2026-13-45T00-11-02Z.tar.zst',
    '.site-2026-11-23T00-11-02Z.tar.zst',
  ])('%s is none', (name) => expect(readBackupName(name)).toBeUndefined());
});

it.each([
  [30, 'moments ago'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [5 * 3_600, '5 hours ago'],
  [86_400, '1 day ago'],
  [3.9 * 86_400, '3 days ago'],
])('what was made %s seconds ago was made %s', (seconds, text) => {
  const now = at('2026-11-23T09:00:00Z');
  expect(describeAge(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
});
