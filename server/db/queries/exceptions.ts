import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Span } from '#domain/slots.ts';
import { changesOne, type Executor, first } from '#server/db/executor.ts';
import { availabilityExceptions, bookings } from '#server/db/schema.ts';
import { nameColumns } from './keyset.ts';

export type AvailabilityException = typeof availabilityExceptions.$inferSelect;
export type NewException = Pick<
  AvailabilityException,
  'id' | 'kind' | 'startsAt' | 'endsAt' | 'note'
>;

/** A booked session, as far as time off is told of it. */
export interface SessionWithin {
  id: string;
  name: string;
  booking_date: Date;
}

/** A session takes up the hour of its slot. */
const hourMs = 3_600_000;
const hour = sql`interval '1 hour'`;

const stands = sql`${bookings.cancelledAt} is null and ${bookings.deletedAt} is null`;

/** Returns the sessions that take place, at least in part, within a span, the first one first. */
export const listSessionsWithin = (db: Executor, { from, to }: Span): Promise<SessionWithin[]> =>
  db
    .select({ id: bookings.id, name: bookings.name, booking_date: bookings.startsAt })
    .from(bookings)
    .where(
      and(
        stands,
        gt(bookings.startsAt, new Date(from.getTime() - hourMs)),
        lt(bookings.startsAt, to),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));

const { created_at: _, ...columns } = nameColumns(availabilityExceptions);

interface ListExceptions {
  /** Those that are not over then. */
  from: Date;
  /** And begin before, if it is given. */
  to: Date | undefined;
  limit: number;
}

/** Lists exceptions, the first one first, and what is booked in those that are time off. */
export async function listExceptions(db: Executor, { from, to, limit }: ListExceptions) {
  const { startsAt, endsAt, kind } = availabilityExceptions;
  const sessions = sql<{ id: string; name: string; at: number }[]>`(
    select coalesce(json_agg(json_build_object('id', ${bookings.id}, 'name', ${bookings.name},
      'at', extract(epoch from ${bookings.startsAt})::int8) order by ${bookings.startsAt}), '[]')
    from ${bookings} where ${kind} = 'off' and ${stands}
      and ${bookings.startsAt} > ${startsAt} - ${hour} and ${bookings.startsAt} < ${endsAt})`;
  const rows = await db
    .select({ ...columns, sessions })
    .from(availabilityExceptions)
    .where(and(gt(endsAt, from), to && lt(startsAt, to)))
    .orderBy(asc(startsAt), asc(availabilityExceptions.id))
    .limit(limit);
  return rows.map(({ sessions: within, ...exception }) => ({
    ...exception,
    sessions: within.map(({ at, ...session }) => ({
      ...session,
      booking_date: new Date(at * 1000),
    })),
  }));
}

/** Returns how many exceptions are not over. */
export const countExceptions = (db: Executor, now: Date): Promise<number> =>
  db.$count(availabilityExceptions, gt(availabilityExceptions.endsAt, now));

/** Inserts an exception unless its id is taken. Returns whether it did. */
export const insertException = (db: Executor, exception: NewException) =>
  changesOne(db.insert(availabilityExceptions).values(exception).onConflictDoNothing());

/** Returns the exception with this id, if there is one. */
export const findException = (db: Executor, id: string) =>
  first(db.select().from(availabilityExceptions).where(eq(availabilityExceptions.id, id)));

/** Returns whether there was one to delete. */
export const removeException = (db: Executor, id: string) =>
  changesOne(db.delete(availabilityExceptions).where(eq(availabilityExceptions.id, id)));
