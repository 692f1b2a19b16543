import { bookingRules, openingHours } from '#content/booking-rules.ts';
import { endOfBookableTime } from '#domain/booking-rules.ts';
import { freeSlots, hourOf } from '#domain/offered-slots.ts';
import { calendarDate, daySpan, type Span } from '#domain/slots.ts';
import { readAvailability } from '#server/db/queries/availability.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { slotTaken } from './check-booking.ts';
import { listTakenSpans } from './session-time.ts';

/** Lists what can be booked within the span. */
export async function listFreeSlots({ db, now }: ServiceDeps, { from, to }: Span): Promise<Date[]> {
  const present = now();
  const last = endOfBookableTime(present, bookingRules);
  // What lies outside can neither be booked nor, at the far ends of time, be asked for.
  const span = { from: from > present ? from : present, to: to < last ? to : last };
  if (span.from >= span.to) return [];
  // The last slot's hour reaches beyond the span.
  const around = { from: span.from, to: hourOf(span.to).to };
  const [taken, availability] = await Promise.all([
    listTakenSpans(db, around),
    readAvailability(db, around),
  ]);
  return freeSlots({ opening: openingHours, availability, now: present, taken }, span);
}

/** Returns `slotTaken` with what is free on that date, in the visitor's zone or else the mentor's, where it can be asked. */
export async function slotTakenOnDay(
  deps: ServiceDeps,
  { startsAt, timeZone }: { startsAt: Date; timeZone: string | null },
) {
  const zone = timeZone ?? openingHours.timeZone;
  const day = daySpan(calendarDate(startsAt, zone), zone);
  return slotTaken(await listFreeSlots(deps, day).catch(() => undefined));
}
