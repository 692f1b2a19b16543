import { Temporal } from 'temporal-polyfill';
import { hourSession, type SessionShape } from '#rules/session-shape.ts';
import { type OpeningHours, openingSlots, type Span } from './slots.ts';

/** Exceptions to the opening hours. */
export interface Availability {
  /** Hours that are also offered. */
  extra: readonly Span[];
  /** Time off and busy times: no session overlaps them. They win over `extra`. */
  closed: readonly Span[];
}

/** No exceptions to the opening hours. */
export const usualAvailability: Availability = { extra: [], closed: [] };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns the hour that starts at a slot. */
export const hourOf = (slot: Date): Span => spanOf(slot, 60);

const spanOf = (from: Date, minutes: number): Span => ({
  from,
  to: new Date(from.getTime() + minutes * minuteMs),
});

/** Returns the span that must be open for a session that starts at a slot. */
const openSpan = (slot: Date, { minutes, gridMinutes }: SessionShape): Span =>
  spanOf(slot, Math.max(minutes, gridMinutes));

/** Returns the span that must be free of other sessions, including the gap. */
export const slotSpan = (slot: Date, { minutes, gridMinutes, gapMinutes }: SessionShape): Span =>
  spanOf(slot, Math.max(minutes + gapMinutes, gridMinutes));

/** Returns the same time as sorted spans that neither overlap nor touch. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1);
    if (!last || last.to < from) merged.push({ from, to });
    else if (last.to < to) last.to = to;
  }
  return merged;
}

/**
 * Filters slots by the first span that ends after their start. Slots must be sorted, and stay so.
 */
function filterBySpan(
  slots: readonly Date[],
  spans: readonly Span[],
  mayBegin: (slot: Date, span: Span | undefined) => boolean,
): Date[] {
  const merged = mergeSpans(spans);
  let next = 0;
  return slots.filter((slot) => {
    let span = merged[next];
    while (span && span.to <= slot) {
      next += 1;
      span = merged[next];
    }
    return mayBegin(slot, span);
  });
}

/** Returns the slots whose time, according to `toSpan`, overlaps none of the spans. */
const leaveOpen = (
  slots: readonly Date[],
  closed: readonly Span[],
  toSpan: (slot: Date) => Span,
): Date[] => filterBySpan(slots, closed, (slot, span) => !span || span.from >= toSpan(slot).to);

const isWithin = ({ from, to }: Span, span: Span | undefined): boolean =>
  span !== undefined && span.from <= from && to <= span.to;

const startsOfHour = (hour: Date, gridMinutes: number): Date[] =>
  Array.from({ length: 60 / gridMinutes }, (_, index) => spanOf(hour, index * gridMinutes).to);

/** Returns the instants of a span on the grid of the mentor's clock. */
function gridStarts({ from, to }: Span, gridMinutes: number, timeZone: string): Date[] {
  const toGrid =
    gridMinutes === 60
      ? ({ smallestUnit: 'hour', roundingMode: 'ceil' } as const)
      : ({
          smallestUnit: 'minute',
          roundingIncrement: gridMinutes,
          roundingMode: 'ceil',
        } as const);
  const starts: Date[] = [];
  let start = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .round(toGrid);
  while (start.epochMilliseconds < to.getTime()) {
    starts.push(new Date(start.epochMilliseconds));
    // A clock change may be half an hour.
    start = start.add({ minutes: gridMinutes }).round(toGrid);
  }
  return starts;
}

const overlap = (one: Span, other: Span): Span => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
});

/**
 * Returns every instant of the span at which a session may start, in order and whether or not it is
 * taken: on its grid, with its whole length in open hours that are not closed.
 */
export function offeredSlots(
  opening: OpeningHours,
  { extra, closed }: Availability,
  span: Span,
  session: SessionShape = hourSession,
): Date[] {
  // A session that starts in the span may end after it, and an open hour may start before it.
  const around = {
    from: new Date(span.from.getTime() - hourMs),
    to: openSpan(span.to, session).to,
  };
  const usual = openingSlots(opening, around);
  const open = [...usual.map(hourOf), ...extra];
  const { gridMinutes } = session;
  const starts = [
    ...usual.flatMap((hour) => startsOfHour(hour, gridMinutes)),
    ...extra.flatMap((hours) => gridStarts(overlap(hours, span), gridMinutes, opening.timeZone)),
  ];
  const slots = [...new Set(starts.map(Number))]
    .filter((start) => start >= span.from.getTime() && start < span.to.getTime())
    .sort((a, b) => a - b)
    .map((instant) => new Date(instant));
  const toSpan = (slot: Date) => openSpan(slot, session);
  const within = filterBySpan(slots, open, (slot, hours) => isWithin(toSpan(slot), hours));
  return leaveOpen(within, closed, toSpan);
}

/** Returns whether the mentor offers a session at this instant. */
export const isOfferedSlot = (
  opening: OpeningHours,
  availability: Availability,
  instant: Date,
  session: SessionShape = hourSession,
): boolean =>
  offeredSlots(
    opening,
    availability,
    { from: instant, to: new Date(instant.getTime() + 1) },
    session,
  ).length > 0;

/** Returns whether a whole span is within the opening and extra hours, ignoring closed times. */
export function isWithinHours(opening: OpeningHours, extra: readonly Span[], span: Span): boolean {
  const around = { from: new Date(span.from.getTime() - hourMs), to: span.to };
  const usual = openingSlots(opening, around).map(hourOf);
  return mergeSpans([...usual, ...extra]).some((open) => isWithin(span, open));
}

/** Returns the parts of a span within the opening or extra hours, in order. */
export function findOpenParts(opening: OpeningHours, extra: readonly Span[], span: Span): Span[] {
  const around = { from: new Date(span.from.getTime() - hourMs), to: span.to };
  const usual = openingSlots(opening, around).map(hourOf);
  return mergeSpans([...usual, ...extra])
    .map((open) => overlap(open, span))
    .filter(({ from, to }) => from < to);
}

interface FreeSlotsOptions {
  opening: OpeningHours;
  availability?: Availability;
  now: Date;
  /** Booked sessions, with their gaps. */
  taken: readonly Span[];
  /** Defaults to an hour on the hour. */
  session?: SessionShape;
}

/**
 * Returns the slots that can be booked within the span: offered, in the future, and overlapping no
 * session.
 */
export function freeSlots(
  {
    opening,
    availability = usualAvailability,
    now,
    taken,
    session = hourSession,
  }: FreeSlotsOptions,
  span: Span,
): Date[] {
  const offered = offeredSlots(opening, availability, span, session);
  return leaveOpen(offered, taken, (slot) => slotSpan(slot, session)).filter((slot) => slot > now);
}
