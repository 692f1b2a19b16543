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
    ['2026-11-23T00:10:59Z', zone, '2026-11-22T00:11:00Z'],
    ['2026-11-23T00:11:00Z', zone, '2026-11-23T00:11:00Z'],
    // The clock changes from 2 to 3 that morning.
    ['2026-03-08T12:00:00Z', 'America/New_York', '2026-03-08T07:11:00Z'],
  ])('the nightly backup at %s in %s was last due at %s', (now, timeZone, night) => {
    expect(lastNight(at(now), timeZone)).toEqual(at(night));
  });

  it.each([
    ['the last one was made before the night', '2026-11-22T12:00:00Z', undefined, true],
    ['the last one was made after it', '2026-11-23T00:12:00Z', undefined, false],
    ['there is none and the site is older', undefined, '2026-11-20T00:00:00Z', true],
    ['there is none and the site is younger', undefined, '2026-11-23T08:00:00Z', false],
    ['the clock was wrong when the last one was made', '2027-05-01T00:12:00Z', undefined, true],
    ['there is nothing to back up', undefined, undefined, false],
  ])('the nightly backup when %s', (_, madeAt, since, isDue) => {
    const due = {
      madeAt: madeAt === undefined ? undefined : at(madeAt),
      since: since === undefined ? undefined : at(since),
    };
    expect(isNightlyDue({ ...due, now: at('2026-11-23T09:00:00Z'), timeZone: zone })).toBe(isDue);
  });

  it.each([
    ['2026-11-21T09:00:00Z', '2026-11-01T09:00:00Z', false],
    ['2026-11-21T08:59:59Z', '2026-11-01T09:00:00Z', true],
    [undefined, '2026-11-01T09:00:00Z', true],
    [undefined, '2026-11-22T09:00:00Z', false],
    [undefined, undefined, false],
  ])('made at %s on a site in use since %s is overdue: %s', (madeAt, since, expected) => {
    const toDate = (text: string | undefined) => (text === undefined ? undefined : at(text));
    const now = at('2026-11-23T09:00:00Z');
    expect(isOverdue({ madeAt: toDate(madeAt), since: toDate(since), now })).toBe(expected);
  });
});

describe('retention', () => {
  const retention = { days: 7, weeks: 4, months: 6 };

  /** Returns one backup per night. */
  const nights = (count: number, last: string) =>
    Array.from({ length: count }, (_, back) => ({
      madeAt: new Date(at(`${last}T00:11:00Z`).getTime() - back * 86_400_000),
    }));
  const days = (kept: { madeAt: Date }[]) =>
    kept.map(({ madeAt }) => madeAt.toISOString().slice(0, 10));

  it('keeps seven days, the Sundays of four weeks and the last days of six months', () => {
    const kept = listKept(nights(400, '2026-11-25'), retention, zone);
    expect(days(kept)).toEqual([
      '2026-11-25',
      '2026-11-24',
      '2026-11-23',
      '2026-11-22',
      '2026-11-21',
      '2026-11-20',
      '2026-11-19',
      '2026-11-15',
      '2026-11-08',
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
    ]);
    let nightly: { madeAt: Date }[] = [];
    for (const night of nights(240, '2026-11-25').reverse()) {
      nightly = listKept([...nightly, night], retention, zone);
    }
    expect(days(nightly), 'keeps the same ones every night').toEqual(days(kept));
  });

  it('counts only periods that have a backup', () => {
    const old = nights(3, '2026-01-10');
    expect(listKept([...old, ...nights(1, '2026-11-25')], retention, zone)).toHaveLength(4);
  });

  it('keeps the newest of a period, which ends at midnight in the time zone', () => {
    const [morning, evening, night] = [
      { madeAt: at('2026-11-30T06:00:00Z') },
      { madeAt: at('2026-11-30T21:59:59Z') },
      { madeAt: at('2026-11-30T22:00:00Z') },
    ];
    const byMonth = { days: 0, weeks: 0, months: 2 };
    expect(listKept([morning, evening, night], byMonth, zone)).toEqual([night, evening]);
  });
});

describe('the name of a backup', () => {
  it.each([
    [false, 'site-2026-11-23T00-11-02Z.tar.zst'],
    [true, 'site-2026-11-23T00-11-02Z.tar.zst.age'],
  ])('contains the creation time (encrypted: %s)', (isEncrypted, name) => {
    expect(nameBackup(at('2026-11-23T00:11:02.345Z'), { isEncrypted })).toBe(name);
    expect(readBackupName(name)).toEqual(at('2026-11-23T00:11:02Z'));
  });

  it.each(['notes.txt', 'site-2026-13-45T00-11-02Z.tar.zst', '.site-2026-11-23T00-11-02Z.tar.zst'])(
    'the name of a backup is not %s',
    (name) => expect(readBackupName(name)).toBeUndefined(),
  );
});

it.each([
  [30, 'moments ago'],
  [3_599, '59 minutes ago'],
  [5 * 3_600, '5 hours ago'],
  [86_400, '1 day ago'],
  [3.9 * 86_400, '3 days ago'],
])('describes an age of %s seconds as %s', (seconds, text) => {
  const now = at('2026-11-23T09:00:00Z');
  expect(describeAge(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
});
