import { bookingDesk, openingHours } from '#content/booking-desk.ts';
import { endOfBookableTime } from '#domain/booking-rules.ts';
import { calendarDate, daySpan, freeSlots, type Span } from '#domain/slots.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { listTakenSlots } from '#server/db/queries/bookings.ts';

/** The longest that the list waits for the database, in milliseconds. */
const queryTimeoutMs = 3_000;

export interface ListFreeSlotsDeps {
  db: Database;
  circuit: DatabaseCircuit;
  now: () => Date;
}

/** What can be booked within the span. Throws `database-unavailable` (503). */
export async function listFreeSlots(
  { db, circuit, now }: ListFreeSlotsDeps,
  { from, to }: Span,
): Promise<Date[]> {
  const present = now();
  const last = endOfBookableTime(present, bookingDesk);
  // What lies outside can neither be booked nor, at the far ends of time, be asked for.
  const span = { from: from > present ? from : present, to: to < last ? to : last };
  if (span.from >= span.to) return [];
  const taken = await circuit.run(() => listTakenSlots(db, span), queryTimeoutMs);
  return freeSlots({ opening: openingHours, now: present, taken }, span);
}

/** What can be booked on the calendar date of a slot, in the visitor's zone or else the mentor's. */
export function listFreeSlotsBeside(
  deps: ListFreeSlotsDeps,
  { slot, timeZone }: { slot: Date; timeZone: string | null },
): Promise<Date[]> {
  const zone = timeZone ?? openingHours.timeZone;
  return listFreeSlots(deps, daySpan(calendarDate(slot, zone), zone));
}
