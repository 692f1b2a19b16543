import { Temporal } from 'temporal-polyfill';
import { doOverlap, isOpeningSlot, type OpeningHours, openingSlots, type Span } from './slots.ts';

/** When the opening hours do not hold. */
export interface Availability {
  /** Their whole hours are offered too. */
  extra: readonly Span[];
  /** No session begins or goes on in them, be they days off or busy times. They win over `extra`. */
  closed: readonly Span[];
}

/** Nothing but the opening hours. */
export const usualAvailability: Availability = { extra: [], closed: [] };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A slot is an hour, in minutes: a session that is shorter has all of it. */
export const slotMinutes = 60;

/** The hour that a slot stands for. */
export const hourOf = (slot: Date): Span => slotSpan(slot, slotMinutes);

/** What a session of so many minutes takes that begins at a slot: its whole length, and the slot's hour. */
export const slotSpan = (slot: Date, minutes: number): Span => ({
  from: slot,
  to: new Date(slot.getTime() + Math.max(minutes, slotMinutes) * minuteMs),
});

/** Returns the same time in spans that neither overlap nor touch, in order. */
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
 * Returns the slots that may begin, by the first of the spans that ends after their beginning. Slots
 * come in order, and stay so.
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

/** Returns the slots at which a session overlaps none of the spans. */
const leaveOpen = (slots: readonly Date[], closed: readonly Span[], minutes: number): Date[] =>
  filterBySpan(slots, closed, (slot, span) => !span || span.from >= slotSpan(slot, minutes).to);

/** Returns the slots at which a session lies within the spans, taken together. */
const keepWithin = (slots: readonly Date[], open: readonly Span[], minutes: number): Date[] =>
  filterBySpan(slots, open, (slot, span) => isWithin(slotSpan(slot, minutes), span));

const isWithin = ({ from, to }: Span, span: Span | undefined): boolean =>
  span !== undefined && span.from <= from && to <= span.to;

/** Returns the whole hours of the mentor's clock that lie inside a span and end within it. */
function wholeHours({ from, to }: Span, timeZone: string): Date[] {
  const slots: Date[] = [];
  const end = to.getTime();
  let hour = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  while (hour.epochMilliseconds + hourMs <= end) {
    slots.push(new Date(hour.epochMilliseconds));
    // A clock may change by half an hour.
    hour = hour.add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  }
  return slots;
}

const overlap = (one: Span, other: Span): Span => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
});

/**
 * Returns every instant of the span at which the mentor takes a session of so many minutes, in order,
 * whoever has it: on a whole hour that is open, with all of it in hours that are open and not closed.
 */
export function offeredSlots(
  opening: OpeningHours,
  { extra, closed }: Availability,
  span: Span,
  minutes: number = slotMinutes,
): Date[] {
  // What begins at the end of the span reaches beyond it.
  const around = { from: span.from, to: slotSpan(span.to, minutes).to };
  const usual = openingSlots(opening, around);
  const added = extra.flatMap((hours) => wholeHours(overlap(hours, around), opening.timeZone));
  const instants = new Set([...usual, ...added].filter((slot) => slot < span.to).map(Number));
  const slots = [...instants].sort((a, b) => a - b).map((instant) => new Date(instant));
  const open = keepWithin(slots, [...usual.map(hourOf), ...extra], minutes);
  return leaveOpen(open, closed, minutes);
}

/** Returns whether the mentor takes a session of so many minutes at this instant. */
export function isOfferedSlot(
  opening: OpeningHours,
  { extra, closed }: Availability,
  instant: Date,
  minutes: number = slotMinutes,
): boolean {
  const isOpen =
    isOpeningSlot(opening, instant) ||
    extra.some((hours) =>
      wholeHours(overlap(hours, hourOf(instant)), opening.timeZone).some(
        (slot) => slot.getTime() === instant.getTime(),
      ),
    );
  if (!isOpen) return false;
  const taken = slotSpan(instant, minutes);
  if (closed.some((span) => doOverlap(span, taken))) return false;
  // Its hour is open, as has been seen.
  return minutes <= slotMinutes || isWithinHours(opening, extra, taken);
}

/** Returns whether all of a span lies within the opening and the extra hours, closed or not. */
export function isWithinHours(opening: OpeningHours, extra: readonly Span[], span: Span): boolean {
  const around = { from: new Date(span.from.getTime() - hourMs), to: span.to };
  const usual = openingSlots(opening, around).map(hourOf);
  return mergeSpans([...usual, ...extra]).some((open) => isWithin(span, open));
}

/** Returns the parts of a span that lie within the opening or the extra hours, in order. */
export function findOpenParts(opening: OpeningHours, extra: readonly Span[], span: Span): Span[] {
  const around = { from: new Date(span.from.getTime() - hourMs), to: span.to };
  const usual = openingSlots(opening, around).map(hourOf);
  return mergeSpans([...usual, ...extra])
    .filter((open) => doOverlap(open, span))
    .map((open) => overlap(open, span));
}

interface FreeSlotsOptions {
  opening: OpeningHours;
  availability?: Availability;
  now: Date;
  /** When sessions go on. */
  taken: readonly Span[];
  /** How long the session is; an hour unless given. */
  minutes?: number;
}

/** Returns what can be booked within the span: what is offered, later than now, and overlaps no session. */
export function freeSlots(
  {
    opening,
    availability = usualAvailability,
    now,
    taken,
    minutes = slotMinutes,
  }: FreeSlotsOptions,
  span: Span,
): Date[] {
  const offered = offeredSlots(opening, availability, span, minutes);
  return leaveOpen(offered, taken, minutes).filter((slot) => slot > now);
}
