import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hourSession, startGrids } from '#rules/session-shape.ts';
import {
  findOpenParts,
  freeSlots,
  isOfferedSlot,
  isWithinHours,
  mergeSpans,
  offeredSlots,
} from './offered-slots.ts';
import { type OpeningHours, openingSlots, type Span } from './slots.ts';

const at = (text: string) => new Date(text);
const span = (from: string, to: string): Span => ({ from: at(from), to: at(to) });
const iso = (slots: Date[]) => slots.map((slot) => slot.toISOString().slice(0, 16));

const none: number[] = [];
const evenings: OpeningHours = {
  timeZone: 'Africa/Johannesburg',
  hours: { 1: none, 2: [18, 19, 20], 3: [18, 19, 20], 4: none, 5: none, 6: none, 7: none },
};
/** In the mentor's time zone. */
const tuesday = span('2030-01-08T00:00+02:00', '2030-01-09T00:00+02:00');
const thursday = span('2030-01-10T00:00+02:00', '2030-01-11T00:00+02:00');

const offer = (day: Span, changes: { extra?: Span[]; closed?: Span[] }, minutes = 60) =>
  iso(offeredSlots(evenings, { extra: [], closed: [], ...changes }, day, of(minutes)));

const of = (minutes: number) => ({ ...hourSession, minutes });

it('a day off closes its day and no other', () => {
  const closed = [tuesday];
  expect(offer(tuesday, { closed })).toEqual([]);
  const wednesday = { from: tuesday.to, to: thursday.from };
  expect(offer(wednesday, { closed })).toEqual([
    '2030-01-09T16:00',
    '2030-01-09T17:00',
    '2030-01-09T18:00',
  ]);
});

it.each([
  ['ends when the hour starts', '17:00', '18:00', ['16:00', '17:00', '18:00']],
  ['ends a minute into the hour', '17:00', '18:01', ['17:00', '18:00']],
  ['starts in the middle of an hour', '18:30', '18:40', ['17:00', '18:00']],
  ['starts when the hour ends', '19:00', '20:00', ['16:00', '18:00']],
  ['starts a minute before the hour ends', '18:59', '19:00', ['17:00', '18:00']],
  ['contains everything', '08:00', '23:00', []],
])('a span that %s closes the hours that it overlaps', (_, from, to, left) => {
  const closed = [span(`2030-01-08T${from}+02:00`, `2030-01-08T${to}+02:00`)];
  expect(offer(tuesday, { closed })).toEqual(left.map((hour) => `2030-01-08T${hour}`));
});

it('extra hours add their full hours to the usual ones, each once', () => {
  const extra = [
    span('2030-01-10T14:30+02:00', '2030-01-10T17:30+02:00'),
    span('2030-01-08T17:00+02:00', '2030-01-08T19:00+02:00'),
  ];
  expect(offer(thursday, { extra })).toEqual(['2030-01-10T13:00', '2030-01-10T14:00']);
  expect(offer(tuesday, { extra })).toEqual(
    ['15:00', '16:00', '17:00', '18:00'].map((hour) => `2030-01-08T${hour}`),
  );
});

it('extra hours are in the mentor’s time zone, and can end at midnight', () => {
  const kathmandu = { ...evenings, timeZone: 'Asia/Kathmandu' };
  const extra = [span('2030-01-10T22:00+05:45', '2030-01-11T00:00+05:45')];
  const week = span('2030-01-10T00:00Z', '2030-01-15T00:00Z');
  expect(iso(offeredSlots(kathmandu, { extra, closed: [] }, week))).toEqual([
    '2030-01-10T16:15',
    '2030-01-10T17:15',
  ]);
});

it('time off wins over extra hours', () => {
  const extra = [span('2030-01-10T14:00+02:00', '2030-01-10T17:00+02:00')];
  const closed = [span('2030-01-10T15:00+02:00', '2030-01-10T16:00+02:00')];
  expect(offer(thursday, { extra, closed })).toEqual(['2030-01-10T12:00', '2030-01-10T14:00']);
});

it('slots end with the span, even in the middle of extra hours', () => {
  const extra = [span('2030-01-10T14:00+02:00', '2030-01-10T17:00+02:00')];
  const part = span('2030-01-10T13:00Z', '2030-01-10T14:00Z');
  expect(offer(part, { extra })).toEqual(['2030-01-10T13:00']);
  // Closed by a span that starts after the end.
  const closed = [span('2030-01-10T13:30Z', '2030-01-10T15:00Z')];
  expect(offer(span('2030-01-10T12:00Z', '2030-01-10T13:01Z'), { extra, closed })).toEqual([
    '2030-01-10T12:00',
  ]);
});

it.each([
  [5, ['16', '17', '18']],
  [60, ['16', '17', '18']],
  [61, ['16', '17']],
  [90, ['16', '17']],
  [120, ['16', '17']],
  [121, ['16']],
  [180, ['16']],
  [181, []],
])('%i minutes are offered if all of them are open', (minutes, hours) => {
  expect(offer(tuesday, {}, minutes)).toEqual(hours.map((hour) => `2030-01-08T${hour}:00`));
});

it('a long session may continue into adjacent extra hours, but not into a gap', () => {
  const following = [span('2030-01-08T21:00+02:00', '2030-01-08T22:00+02:00')];
  expect(offer(tuesday, { extra: following }, 240)).toEqual(['2030-01-08T16:00']);
  const later = [span('2030-01-08T21:30+02:00', '2030-01-08T23:00+02:00')];
  expect(offer(tuesday, { extra: later }, 240)).toEqual([]);
  // A session cannot start in an open half hour, but can continue into it.
  const short = [span('2030-01-08T21:00+02:00', '2030-01-08T21:30+02:00')];
  expect(offer(tuesday, { extra: short }, 90)).toEqual(
    ['16', '17', '18'].map((hour) => `2030-01-08T${hour}:00`),
  );
  // Across midnight, from the end of one evening into opened hours of the night.
  const night = [span('2030-01-08T21:00+02:00', '2030-01-09T02:00+02:00')];
  expect(offer(tuesday, { extra: night }, 480)).toEqual(['2030-01-08T16:00']);
});

it('a closed part of a long session closes its start', () => {
  const closed = [span('2030-01-08T19:29+02:00', '2030-01-08T19:31+02:00')];
  expect(offer(tuesday, { closed }, 89)).toEqual(['2030-01-08T16:00']);
  expect(offer(tuesday, { closed }, 90)).toEqual([]);
});

it('taken or past slots are not free', () => {
  const extra = [span('2030-01-10T14:00+02:00', '2030-01-10T18:00+02:00')];
  const availability = { extra, closed: [] };
  const taken = [span('2030-01-10T14:00Z', '2030-01-10T14:15Z')];
  const now = at('2030-01-10T12:00Z');
  expect(iso(freeSlots({ opening: evenings, availability, now, taken }, thursday))).toEqual([
    '2030-01-10T13:00',
    '2030-01-10T15:00',
  ]);
});

it('a slot that another session overlaps is not free, whatever its length', () => {
  const taken = [span('2030-01-08T17:00Z', '2030-01-08T17:15Z')];
  const free = (minutes: number) =>
    iso(
      freeSlots(
        { opening: evenings, now: at('2030-01-01T00:00Z'), taken, session: of(minutes) },
        tuesday,
      ),
    );
  expect(free(15)).toEqual(['2030-01-08T16:00', '2030-01-08T18:00']);
  expect(free(60)).toEqual(['2030-01-08T16:00', '2030-01-08T18:00']);
  expect(free(61)).toEqual([]);
});

it('a short call takes its length and gap, on the grid, after the gap of the one before', () => {
  const call = { minutes: 15, gridMinutes: 15, gapMinutes: 10 };
  const free = (...taken: Span[]) => {
    const now = at('2030-01-01T00:00Z');
    return iso(freeSlots({ opening: evenings, now, taken, session: call }, tuesday)).map((slot) =>
      slot.slice(11),
    );
  };
  expect(free()).toHaveLength(12);
  expect(free().slice(0, 3)).toEqual(['16:00', '16:15', '16:30']);
  // The gap of the last session may be outside the hours.
  expect(free().at(-1)).toBe('18:45');
  // Taken from 16:15 to 16:30, and free again from 16:40: no session's gap may end in it, and none
  // starts in its gap.
  expect(free(span('2030-01-08T16:15Z', '2030-01-08T16:40Z')).slice(0, 2)).toEqual([
    '16:45',
    '17:00',
  ]);
});

it('a span is within the hours if all of it is', () => {
  const extra = [span('2030-01-08T21:00+02:00', '2030-01-08T21:30+02:00')];
  const isWithin = (from: string, to: string) =>
    isWithinHours(evenings, extra, span(`2030-01-08T${from}+02:00`, `2030-01-08T${to}+02:00`));
  expect(isWithin('18:00', '18:15')).toBe(true);
  expect(isWithin('18:30', '21:30')).toBe(true);
  expect(isWithin('17:59', '18:30')).toBe(false);
  expect(isWithin('20:31', '21:31')).toBe(false);
  expect(isWithin('22:00', '23:00')).toBe(false);
});

const minute = 60_000;
const monday = +at('2030-01-07T00:00+02:00');
/** Anywhere within four days, in quarters of an hour. */
const spans = fc.array(
  fc.tuple(fc.nat({ max: 380 }), fc.integer({ min: 1, max: 60 })).map(([start, length]) => ({
    from: new Date(monday + start * 15 * minute),
    to: new Date(monday + (start + length) * 15 * minute),
  })),
  { maxLength: 6 },
);

/** In quarters of an hour. */
const sessions = fc.record({
  minutes: fc.constantFrom(15, 30, 60, 75, 90, 120, 150, 240, 480),
  gridMinutes: fc.constantFrom(...startGrids),
  gapMinutes: fc.constant(0),
});

it.each([
  ['inside the hours', '18:15', '18:45', [['18:15', '18:45']]],
  ['around the hours', '17:30', '21:30', [['18:00', '21:00']]],
  ['from before the hours', '17:30', '18:30', [['18:00', '18:30']]],
  ['past the hours', '20:30', '21:30', [['20:30', '21:00']]],
  ['next to the hours', '21:00', '22:00', []],
  [
    'around the hours and extra hours',
    '08:00',
    '23:00',
    [
      ['09:00', '10:00'],
      ['18:00', '21:00'],
    ],
  ],
])('the open parts of a span %s are cut to it', (_, from, to, parts) => {
  const onTuesday = (clock: string) => `2030-01-08T${clock}+02:00`;
  const extra = [span(onTuesday('09:00'), onTuesday('10:00'))];
  expect(findOpenParts(evenings, extra, span(onTuesday(from), onTuesday(to)))).toEqual(
    parts.map(([start = '', end = '']) => span(onTuesday(start), onTuesday(end))),
  );
});

it('single instants and spans agree with a check of every minute', () => {
  const days = { from: new Date(monday), to: new Date(monday + 4 * 24 * 60 * minute) };
  fc.assert(
    fc.property(spans, spans, sessions, (extra, closed, session) => {
      const { minutes, gridMinutes } = session;
      const offered = offeredSlots(evenings, { extra, closed }, days, session).map(Number);
      // A session may continue after the last day.
      const more = { ...days, to: new Date(+days.to + 8 * 60 * minute) };
      const usual = new Set(openingSlots(evenings, more).map(Number));
      const isIn = (list: Span[], instant: number) =>
        list.some(({ from, to }) => +from <= instant && instant < +to);
      const isOpen = (instant: number) =>
        usual.has(instant - (instant % (60 * minute))) || isIn(extra, instant);
      const count = Math.ceil(Math.max(minutes, gridMinutes) / 15);
      const quarters = Array.from({ length: count }, (_, index) => index * 15 * minute);
      const expected: number[] = [];
      for (let slot = monday; slot < +days.to; slot += gridMinutes * minute) {
        const isClosed = quarters.some((quarter) => isIn(closed, slot + quarter));
        const isWhole = quarters.every((quarter) => isOpen(slot + quarter));
        if (isWhole && !isClosed) expected.push(slot);
      }
      expect(offered).toEqual(expected);
      for (let slot = monday; slot < +days.to; slot += 15 * minute) {
        const isOffered = isOfferedSlot(evenings, { extra, closed }, new Date(slot), session);
        expect(isOffered).toBe(expected.includes(slot));
      }
    }),
  );
});

it('spans are merged where they overlap or touch', () => {
  const merged = mergeSpans([
    span('2030-01-03T00:00Z', '2030-01-04T00:00Z'),
    span('2030-01-01T00:00Z', '2030-01-02T00:00Z'),
    span('2030-01-02T00:00Z', '2030-01-02T12:00Z'),
    span('2030-01-01T06:00Z', '2030-01-01T07:00Z'),
  ]);
  expect(merged).toEqual([
    span('2030-01-01T00:00Z', '2030-01-02T12:00Z'),
    span('2030-01-03T00:00Z', '2030-01-04T00:00Z'),
  ]);
});
