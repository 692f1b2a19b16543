import { isDeepStrictEqual } from 'node:util';
import { openingHours } from '#content/booking-rules.ts';
import type { ExceptionQuery, ExtraHours, TimeOff } from '#domain/availability-exception.ts';
import { extraHoursSpan, timeOffSpan } from '#domain/exception-span.ts';
import type { Span } from '#domain/slots.ts';
import type { Database } from '#server/db/executor.ts';
import { lockHours } from '#server/db/queries/availability.ts';
import {
  countExceptions,
  findException,
  insertException,
  listSessionsWithin,
  listExceptions as listStoredExceptions,
  type NewException,
  removeException,
} from '#server/db/queries/exceptions.ts';
import { idReused, invalidBody } from '#server/errors.ts';
import { recordNotFound } from '#server/services/records/record-services.ts';

interface ExceptionDeps {
  db: Database;
  now: () => Date;
}

/** So many that are not over may stand at once: a list shows them all. */
const mostExceptions = 200;

/** A month of the calendar shows those that are over as well. */
const mostListed = 2 * mostExceptions;

/** Lists time off and extra hours that are not over at `from` (now unless given) and begin before `to`. */
export async function listExceptions({ db, now }: ExceptionDeps, { from, to }: ExceptionQuery) {
  const items = await listStoredExceptions(db, {
    from: from === undefined ? now() : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    limit: mostListed,
  });
  return { items, next_cursor: null };
}

/** Returns the booked sessions that time off would have in it, which it does not touch. Throws 422. */
export const listSessionsInTimeOff = async ({ db, now }: ExceptionDeps, timeOff: TimeOff) =>
  listSessionsWithin(db, toTimeOff(timeOff, now()));

function toTimeOff(timeOff: TimeOff, now: Date): Span {
  const span = timeOffSpan(timeOff, openingHours.timeZone);
  if (span.from >= span.to) throw invalidBody([{ field: 'end_time', message: skipped }]);
  if (span.to <= now) throw invalidBody([{ field: 'to', message: isOver }]);
  return span;
}

/** Nobody needs to know that a clock went forward. */
const skipped = 'The end must come after the start.';
const isOver = 'That time is over.';

/**
 * Takes time off; sessions that are booked in it stand, and are returned. Nobody books in it from the
 * moment on that it is saved. Throws 422, `id-reused` (409).
 */
export const takeTimeOff = (
  deps: ExceptionDeps,
  { id, ...timeOff }: TimeOff & { id: string },
): ReturnType<typeof listSessionsWithin> => {
  const span = toTimeOff(timeOff, deps.now());
  const exception = {
    id,
    kind: 'off',
    note: timeOff.note,
    startsAt: span.from,
    endsAt: span.to,
  } as const;
  return addException(deps, exception);
};

/** Opens extra hours, as far as no time off and no busy time lies in them. Throws 422, `id-reused` (409). */
export async function openExtraHours(
  deps: ExceptionDeps,
  { id, ...hours }: ExtraHours & { id: string },
): Promise<void> {
  const span = extraHoursSpan(hours, openingHours.timeZone);
  if (span.from >= span.to) throw invalidBody([{ field: 'to', message: skipped }]);
  if (span.to <= deps.now()) throw invalidBody([{ field: 'date', message: isOver }]);
  const exception = {
    id,
    kind: 'extra',
    note: hours.note,
    startsAt: span.from,
    endsAt: span.to,
  } as const;
  await addException(deps, exception);
}

/** Repeating it with the same words succeeds. Waits for bookings that are being made by the hours before. */
const addException = ({ db, now }: ExceptionDeps, exception: NewException) =>
  db.transaction(async (transaction) => {
    await lockHours(transaction);
    const { id, startsAt, endsAt } = exception;
    if ((await countExceptions(transaction, now())) >= mostExceptions) {
      const message = `${mostExceptions} entries are still to come, which is the most. Please delete some first.`;
      throw invalidBody([{ field: '', message }]);
    }
    if (!(await insertException(transaction, exception))) {
      const existing = await findException(transaction, id);
      if (!isDeepStrictEqual({ ...existing, ...exception }, existing)) throw idReused(id);
    }
    return listSessionsWithin(transaction, { from: startsAt, to: endsAt });
  });

/** Deletes time off or extra hours; what was booked in them stands. Throws 404. */
export const deleteException = ({ db }: ExceptionDeps, { id }: { id: string }): Promise<void> =>
  db.transaction(async (transaction) => {
    await lockHours(transaction);
    if (!(await removeException(transaction, id))) throw recordNotFound();
  });
