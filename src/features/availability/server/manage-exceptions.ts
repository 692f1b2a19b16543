import { isDeepStrictEqual } from 'node:util';
import type {
  ExceptionQuery,
  ExtraHours,
  TimeOff,
} from '#features/availability/rules/availability-exception.ts';
import { extraHoursSpans, timeOffSpan } from '#features/availability/rules/exception-span.ts';
import { findOpenParts } from '#features/availability/rules/offered-slots.ts';
import { doOverlap, type Span, toOpening } from '#features/availability/rules/slots.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { editedElsewhere, idReused, invalidBody, recordNotFound } from '#platform/errors/errors.ts';
import { toWire } from '#rules/wire.ts';
import { lockHours, readAvailability } from './queries/availability.ts';
import {
  type AvailabilityException,
  countExceptions,
  findException,
  findLockedTimeOff,
  insertException,
  listExceptions as listStoredExceptions,
  removeException,
  updateException,
} from './queries/exceptions.ts';
import type { Booking } from './queries/live-bookings.ts';
import { listSessionsWithin, sessionSpan } from './session-time.ts';

type ExceptionDeps = Pick<SiteDeps, 'db' | 'readSettings' | 'now'>;

/** The maximum number of exceptions that are not over. */
const maxExceptions = 200;

/** A month of the calendar also shows past ones. */
const maxListed = 2 * maxExceptions;

/** A session that is booked during time off. */
export interface SessionInside {
  id: string;
  name: string;
  booking_date: Date;
}

const toInside = ({ id, name, startsAt }: Booking): SessionInside => ({
  id,
  name,
  booking_date: startsAt,
});

/** Lists the sessions within a span, in order. */
const listSessionsInside = async (db: Executor, span: Span): Promise<SessionInside[]> =>
  (await listSessionsWithin(db, span)).map(toInside);

/**
 * Lists time off, with the sessions booked in it, and extra hours: those that end after `from`
 * (default: now) and start before `to`.
 */
export async function listExceptions({ db, now }: ExceptionDeps, { from, to }: ExceptionQuery) {
  const exceptions = await listStoredExceptions(db, {
    from: from === undefined ? now() : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    limit: maxListed,
  });
  const off = exceptions.filter(({ kind }) => kind === 'off').map(toSpan);
  const [first] = off;
  const last = new Date(Math.max(...off.map(({ to: end }) => end.getTime())));
  const sessions = first ? await listSessionsWithin(db, { from: first.from, to: last }) : [];
  const items = exceptions.map((exception) => {
    const span = toSpan(exception);
    const inside = sessions.filter((session) => doOverlap(sessionSpan(session), span));
    return { ...exception, sessions: exception.kind === 'off' ? inside.map(toInside) : [] };
  });
  return { items, next_cursor: null };
}

/** Returns the booked sessions that a time off would contain. They stay booked. Throws 422. */
export async function listSessionsInTimeOff(
  { db, now, readSettings }: ExceptionDeps,
  timeOff: TimeOff,
): Promise<SessionInside[]> {
  const { booking } = await readSettings();
  return listSessionsInside(db, toTimeOff(timeOff, booking.timeZone, now()));
}

const toSpan = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Span => ({
  from: startsAt,
  to: endsAt,
});

function toTimeOff(timeOff: TimeOff, timeZone: string, now: Date): Span {
  const span = timeOffSpan(timeOff, timeZone);
  if (span.from >= span.to) throw invalidBody([{ field: 'end_time', message: skipped }]);
  if (span.to <= now) throw invalidBody([{ field: 'to', message: isOver }]);
  return span;
}

/** Also shown for a span that a clock change skips. */
const skipped = 'The end must be after the start.';
const isOver = 'That time has passed.';

/** Adds time off and returns the sessions that stay booked in it. Throws 422, `id-reused` (409). */
export async function takeTimeOff(
  deps: ExceptionDeps,
  { id, ...timeOff }: TimeOff & { id: string },
): Promise<SessionInside[]> {
  const { timeZone } = (await deps.readSettings()).booking;
  const span = toTimeOff(timeOff, timeZone, deps.now());
  return addExceptions(deps, { id, kind: 'off', note: timeOff.note }, [span]);
}

/**
 * Changes time off and returns the sessions that stay booked in it. Repeating it succeeds. Throws
 * 404, 422, and `edited-elsewhere` (409) if it differs from what the mentor has read.
 */
export async function changeTimeOff(
  { db, now, readSettings }: ExceptionDeps,
  { id, version, ...timeOff }: TimeOff & { id: string; version: number },
): Promise<SessionInside[]> {
  const { booking } = await readSettings();
  const span = toTimeOff(timeOff, booking.timeZone, now());
  const { note } = timeOff;
  return db.transaction(async (transaction) => {
    await lockHours(transaction);
    const before = await findLockedTimeOff(transaction, id);
    if (!before) throw recordNotFound();
    if (!isDeepStrictEqual({ ...toSpan(before), note: before.note }, { ...span, note })) {
      if (before.version !== version) throw editedElsewhere(toWire(before));
      await updateException(transaction, id, { startsAt: span.from, endsAt: span.to, note });
    }
    return listSessionsInside(transaction, span);
  });
}

/**
 * Returns which parts of extra hours can already be booked: usual hours, and existing extra hours.
 * Throws 422.
 */
export async function listOpenHours({ db, readSettings }: ExceptionDeps, hours: ExtraHours) {
  const { booking } = await readSettings();
  const asked = extraHoursSpans(hours, booking.timeZone).filter(({ from, to }) => from < to);
  const [first] = asked;
  const last = asked.at(-1);
  if (!first || !last) throw invalidBody([{ field: 'to', message: skipped }]);
  const { extra } = await readAvailability(db, { from: first.from, to: last.to });
  return asked.flatMap((span) =>
    findOpenParts(toOpening(booking), extra, span).map(({ from, to }) => ({
      starts_at: from,
      ends_at: to,
    })),
  );
}

/** Adds extra hours; time off and busy times take precedence. Throws 422, `id-reused` (409). */
export async function openExtraHours(
  deps: ExceptionDeps,
  { id, ...hours }: ExtraHours & { id: string },
): Promise<void> {
  const { timeZone } = (await deps.readSettings()).booking;
  const spans = extraHoursSpans(hours, timeZone).filter(({ from, to }) => from < to);
  const [first, ...others] = spans;
  if (!first) throw invalidBody([{ field: 'to', message: skipped }]);
  if (spans.every(({ to }) => to <= deps.now()))
    throw invalidBody([{ field: 'date', message: isOver }]);
  await addExceptions(deps, { id, kind: 'extra', note: hours.note }, [first, ...others]);
}

/**
 * Adds an exception for each span, the first one with the given id, and returns the sessions in
 * that one. Repeating it succeeds. Waits for bookings in progress.
 */
async function addExceptions(
  { db, now }: ExceptionDeps,
  { id, ...words }: Pick<AvailabilityException, 'id' | 'kind' | 'note'>,
  spans: [Span, ...Span[]],
): Promise<SessionInside[]> {
  const toException = ({ from, to }: Span) => ({ ...words, startsAt: from, endsAt: to });
  const [first, ...others] = spans;
  return db.transaction(async (transaction) => {
    await lockHours(transaction);
    if (await insertException(transaction, { id, ...toException(first) })) {
      for (const other of others) await insertException(transaction, toException(other));
      if ((await countExceptions(transaction, now())) > maxExceptions) throw tooManyExceptions();
    } else if (!isDeepStrictEqual(await findException(transaction, id), toException(first)))
      throw idReused(id);
    return listSessionsInside(transaction, first);
  });
}

const tooManyExceptions = () => {
  const message = `You can plan up to ${maxExceptions} entries. Please delete some first.`;
  return invalidBody([{ field: '', message }]);
};

/** Deletes time off or extra hours. Bookings stay. Throws 404. */
export const deleteException = ({ db }: ExceptionDeps, { id }: { id: string }): Promise<void> =>
  db.transaction(async (transaction) => {
    await lockHours(transaction);
    if (!(await removeException(transaction, id))) throw recordNotFound();
  });
