import { Temporal } from 'temporal-polyfill';
import { isOpeningSlot, type OpeningHours, openingSlots, type Span } from './slots.ts';

/** When the opening hours do not hold. */
export interface Availability {
  /** Their whole hours are offered too. */
  extra: readonly Span[];
  /** No session begins or goes on in them, be they days off or busy times. They win over `extra`. */
  closed: readonly Span[];
}

/** Nothing but the opening hours. */
export const usualAvailability: Availability = { extra: [], closed: [] };

const hourMs = 3_600_000;

/** The hour that a slot stands for. */
export const hourOf = (slot: Date): Span => ({
  from: slot,
  to: new Date(slot.getTime() + hourMs),
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

/** Returns the slots whose hours no span overlaps. Slots come in order, and stay so. */
function leaveOpen(slots: readonly Date[], closed: readonly Span[]): Date[] {
  const spans = mergeSpans(closed);
  let next = 0;
  return slots.filter((slot) => {
    const hour = hourOf(slot);
    let span = spans[next];
    while (span && span.to <= hour.from) {
      next += 1;
      span = spans[next];
    }
    return !span || span.from >= hour.to;
  });
}

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

/** Returns every instant of the span at which the mentor takes a session, in order, whoever has it. */
export function offeredSlots(
  opening: OpeningHours,
  { extra, closed }: Availability,
  span: Span,
): Date[] {
  const around = { from: span.from, to: new Date(span.to.getTime() + hourMs) };
  const added = extra
    .flatMap((hours) => wholeHours(overlap(hours, around), opening.timeZone))
    .filter((slot) => slot < span.to);
  const instants = new Set([...openingSlots(opening, span), ...added].map(Number));
  const slots = [...instants].sort((a, b) => a - b).map((instant) => new Date(instant));
  return leaveOpen(slots, closed);
}

/** Returns whether the mentor takes a session at this instant. */
export function isOfferedSlot(
  opening: OpeningHours,
  { extra, closed }: Availability,
  instant: Date,
): boolean {
  const isOpen =
    isOpeningSlot(opening, instant) ||
    extra.some((hours) =>
      wholeHours(overlap(hours, hourOf(instant)), opening.timeZone).some(
        (slot) => slot.getTime() === instant.getTime(),
      ),
    );
  return isOpen && leaveOpen([instant], closed).length > 0;
}

interface FreeSlotsOptions {
  opening: OpeningHours;
  availability?: Availability;
  now: Date;
  /** When sessions go on. */
  taken: readonly Span[];
}

/** Returns what can be booked within the span: what is offered, later than now, and no session goes on in. */
export function freeSlots(
  { opening, availability = usualAvailability, now, taken }: FreeSlotsOptions,
  span: Span,
): Date[] {
  return leaveOpen(offeredSlots(opening, availability, span), taken).filter((slot) => slot > now);
}
