import { endOfBookableTime, startOfBookableTime } from '#domain/booking-rules.ts';
import { freeSlots, hourOf } from '#domain/offered-slots.ts';
import { calendarDate, daySpan, type Span } from '#domain/slots.ts';
import { readAvailability } from '#server/db/queries/availability.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { slotTaken, toTerms } from './check-booking.ts';
import { listTakenSpans } from './session-time.ts';

/** Lists what can be booked within the span. */
export async function listFreeSlots(
  { db, now, readFacts }: ServiceDeps,
  { from, to }: Span,
): Promise<Date[]> {
  const present = now();
  const facts = await readFacts();
  const terms = toTerms(facts);
  const first = startOfBookableTime(present, terms);
  const last = endOfBookableTime(present, terms);
  // What lies outside can neither be booked nor, at the far ends of time, be asked for.
  const span = { from: from > first ? from : first, to: to < last ? to : last };
  if (span.from >= span.to) return [];
  // The last slot's hour reaches beyond the span.
  const around = { from: span.from, to: hourOf(span.to).to };
  const [taken, availability] = await Promise.all([
    listTakenSpans(db, around, facts.offers),
    readAvailability(db, around),
  ]);
  return freeSlots({ opening: terms.opening, availability, now: present, taken }, span);
}

/** Returns `slotTaken` with what is free on that date, in the visitor's zone or else the mentor's, where it can be asked. */
export async function slotTakenOnDay(
  deps: ServiceDeps,
  { startsAt, timeZone }: { startsAt: Date; timeZone: string | null },
) {
  const zone = timeZone ?? (await deps.readFacts()).booking.timeZone;
  const day = daySpan(calendarDate(startsAt, zone), zone);
  return slotTaken(await listFreeSlots(deps, day).catch(() => undefined));
}
