import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { freeSlots, hourOf } from './offered-slots.ts';
import {
  calendarDate,
  daySpan,
  doOverlap,
  instantAt,
  monthSpan,
  type OpeningHours,
  openingSlots,
} from './slots.ts';

const evenings = [18, 19, 20, 21, 22, 23];
const mornings = [8, 9, 10, 11];

/** From the specification. */
const openingHours: OpeningHours = {
  timeZone: 'Africa/Johannesburg',
  hours: {
    1: [22, 23],
    2: evenings,
    3: evenings,
    4: evenings,
    5: evenings,
    6: mornings,
    7: mornings,
  },
};

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
const at = (text: string) => new Date(text);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const iso = (slots: Date[]) => slots.map((slot) => slot.toISOString());

/** Returns what a visitor in a time zone is offered on a date. */
function offer(
  date: string,
  timeZone: string,
  now = at('2026-01-01T00:00:00Z'),
  taken: Date[] = [],
) {
  const sessions = taken.map(hourOf);
  return freeSlots({ opening: openingHours, now, taken: sessions }, daySpan(date, timeZone));
}

describe('the opening hours', () => {
  it('the opening hours follow the specification for every day', () => {
    const week = openingSlots(openingHours, span('2026-11-22T22:00:00Z', '2026-11-29T22:00:00Z'));
    const byDay = Map.groupBy(week, (slot) => calendarDate(slot, 'Africa/Johannesburg'));
    const clock = (slot: Date) => (slot.getUTCHours() + 2) % 24;
    expect([...byDay.values()].map((slots) => slots.map(clock))).toEqual([
      [22, 23],
      ...Array.from({ length: 4 }, () => [18, 19, 20, 21, 22, 23]),
      ...Array.from({ length: 2 }, () => [8, 9, 10, 11]),
    ]);
  });

  it('the opening hours are sorted, whatever their order in the settings', () => {
    const hours = { 1: [], 2: [11, 8], 3: [], 4: [], 5: [], 6: [], 7: [] };
    const tuesday = span('2026-11-23T22:00:00Z', '2026-11-24T22:00:00Z');
    const slots = openingSlots({ timeZone: 'Africa/Johannesburg', hours }, tuesday);
    expect(iso(slots)).toEqual(['2026-11-24T06:00:00.000Z', '2026-11-24T09:00:00.000Z']);
  });

  it('the opening hours include the first instant of a span, but not its end', () => {
    const [first, second] = ['2026-11-24T16:00:00.000Z', '2026-11-24T17:00:00.000Z'] as const;
    expect(iso(openingSlots(openingHours, span(first, second)))).toEqual([first]);
    expect(openingSlots(openingHours, span(first, first))).toEqual([]);
    expect(openingSlots(openingHours, span(second, first))).toEqual([]);
  });
});

describe('a date is the visitor’s own', () => {
  it.each([
    ['Kiritimati, far ahead', '2026-11-24', 'Pacific/Kiritimati', 2, '2026-11-23T20:00:00.000Z'],
    ['the year’s last day', '2026-12-31', 'Africa/Johannesburg', 6, '2026-12-31T16:00:00.000Z'],
  ])('%s', (_, date, timeZone, count, first) => {
    const slots = iso(offer(date, timeZone));
    expect(slots).toHaveLength(count);
    expect(slots[0]).toBe(first);
  });

  it('a date is the visitor’s own has no slots when the zone skipped it', () => {
    const opening = { timeZone: 'UTC', hours: { ...openingHours.hours, 5: [0, 6, 12, 18] } };
    const skipped = daySpan('2011-12-30', 'Pacific/Apia');
    expect(openingSlots(opening, skipped)).toEqual([]);
  });
});

describe('daylight saving', () => {
  it('daylight saving of the mentor skips a skipped hour and keeps both repeated ones', () => {
    const everyDay = [1, 2] as const;
    const hours = {
      1: everyDay,
      2: everyDay,
      3: everyDay,
      4: everyDay,
      5: everyDay,
      6: everyDay,
      7: everyDay,
    };
    const berlin: OpeningHours = { timeZone: 'Europe/Berlin', hours };
    expect(iso(openingSlots(berlin, daySpan('2027-03-28', 'Europe/Berlin')))).toEqual([
      '2027-03-28T00:00:00.000Z',
    ]);
    expect(iso(openingSlots(berlin, daySpan('2026-10-25', 'Europe/Berlin')))).toEqual([
      '2026-10-24T23:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ]);
  });
});

describe('a span', () => {
  it('a span of a month runs from its first instant to the next month', () => {
    expect(monthSpan('2026-12-15', 'Asia/Kathmandu')).toEqual(
      span('2026-11-30T18:15:00Z', '2026-12-31T18:15:00Z'),
    );
  });

  it.each([
    ['before', '14:00', '16:00', false],
    ['across the start of', '14:00', '16:01', true],
    ['inside', '16:15', '16:45', true],
    ['around', '15:00', '18:00', true],
    ['across the end of', '16:59', '18:00', true],
    ['after', '17:00', '18:00', false],
  ])('%s another one overlaps it or not', (_, from, to, expected) => {
    const hour = span('2026-11-24T16:00:00Z', '2026-11-24T17:00:00Z');
    const other = span(`2026-11-24T${from}:00Z`, `2026-11-24T${to}:00Z`);
    expect(doOverlap(hour, other)).toBe(expected);
    expect(doOverlap(other, hour)).toBe(expected);
  });
});

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kathmandu');

/** Prefers dates around changes of years, months and clocks. */
const dates = fc
  .tuple(
    fc.integer({ min: 2024, max: 2031 }),
    fc.oneof(
      fc.integer({ min: 0, max: 365 }),
      fc.constantFrom(0, 58, 59, 60, 72, 87, 94, 297, 304, 364),
    ),
  )
  .map(([year, day]) => new Temporal.PlainDate(year, 1, 1).add({ days: day }).toString());

/** A visitor somewhere, on some date, at some instant near it, with some slots taken. */
const situations = fc
  .record({
    timeZone: zones,
    date: dates,
    nowOffsetMinutes: fc.integer({ min: -3 * 24 * 60, max: 2 * 24 * 60 }),
    takenMask: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  })
  .map(({ timeZone, date, nowOffsetMinutes, takenMask }) => {
    const day = daySpan(date, timeZone);
    const around = { from: new Date(+day.from - 24 * hourMs), to: new Date(+day.to + 24 * hourMs) };
    const taken = openingSlots(openingHours, around).filter((_, index) => takenMask[index]);
    return { timeZone, date, day, now: new Date(+day.from + nowOffsetMinutes * 60_000), taken };
  });

/** Implements the rule independently, with Intl instead of Temporal. */
function wallClock(instant: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: part('weekday'),
    hour: Number(part('hour')),
    minute: Number(part('minute')),
  };
}

const specified = (weekday: string, hour: number) =>
  weekday === 'Mon'
    ? hour >= 22
    : weekday === 'Sat' || weekday === 'Sun'
      ? hour >= 8 && hour <= 11
      : hour >= 18;

describe('a session that is not a whole hour', () => {
  const day = span('2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z');
  const free = (from: string, to: string) => {
    const taken = [span(`2026-11-24T${from}:00Z`, `2026-11-24T${to}:00Z`)];
    return freeSlots({ opening: openingHours, now: at('2026-11-01T00:00:00Z'), taken }, day)
      .map((slot) => slot.getUTCHours())
      .join();
  };

  it('a session that is not a whole hour takes exactly the slots that it overlaps', () => {
    expect(free('16:00', '17:00')).toBe('17,18,19,20,21');
    expect(free('16:00', '16:15')).toBe('17,18,19,20,21');
    expect(free('16:30', '17:30')).toBe('18,19,20,21');
    expect(free('17:00', '19:00')).toBe('16,19,20,21');
    expect(free('14:30', '16:00')).toBe('16,17,18,19,20,21');
  });
});

describe('a time that the mentor enters', () => {
  it('a time that the mentor enters is an instant in their time zone, on the hour or not', () => {
    const iso = (date: string, time: string, zone = 'Africa/Johannesburg') =>
      instantAt(date, time, zone)?.toISOString();
    expect(iso('2026-11-24', '18:30')).toBe('2026-11-24T16:30:00.000Z');
    expect(iso('2026-03-29', '02:30', 'Europe/Berlin'), 'skipped').toBeUndefined();
    expect(iso('2026-10-25', '02:30', 'Europe/Berlin'), 'shown twice').toBe(
      '2026-10-25T00:30:00.000Z',
    );
    for (const [date, time] of [
      ['', '18:30'],
      ['2026-02-30', '18:30'],
      ['2026-11-24', ''],
      ['2026-11-24', '25:00'],
    ])
      expect(iso(date ?? '', time ?? '')).toBeUndefined();
  });
});

describe('in every zone, on every date, at every moment', () => {
  it('exactly the valid instants are offered, each once', () => {
    fc.assert(
      fc.property(situations, ({ timeZone, date, day, now, taken }) => {
        const sessions = taken.map(hourOf);
        const offered = freeSlots({ opening: openingHours, now, taken: sessions }, day).map(Number);
        const legal: number[] = [];
        // Opening hours are full hours in a time zone with an offset of full hours, so checking
        // every quarter is enough.
        const first = Math.floor((+day.from - 3 * hourMs) / quarterMs) * quarterMs;
        for (let instant = first; instant < +day.to + 3 * hourMs; instant += quarterMs) {
          const mentor = wallClock(instant, 'Africa/Johannesburg');
          if (mentor.minute !== 0 || !specified(mentor.weekday, mentor.hour)) continue;
          if (wallClock(instant, timeZone).date !== date) continue;
          if (instant <= +now || taken.some((slot) => +slot === instant)) continue;
          legal.push(instant);
        }
        expect(offered).toEqual(legal);
      }),
    );
  });

  it('every slot of a month is on exactly one of its dates', () => {
    fc.assert(
      fc.property(zones, dates, (timeZone, date) => {
        const month = openingSlots(openingHours, monthSpan(date, timeZone));
        const first = Temporal.PlainDate.from(date).with({ day: 1 });
        const shared = Array.from({ length: first.daysInMonth }, (_, index) => {
          const day = first.add({ days: index }).toString();
          const slots = openingSlots(openingHours, daySpan(day, timeZone));
          expect(slots).toEqual(month.filter((slot) => calendarDate(slot, timeZone) === day));
          return slots;
        }).flat();
        expect(shared).toEqual(month);
      }),
      { numRuns: 20 },
    );
  });
});
