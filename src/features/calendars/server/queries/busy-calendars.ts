import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Span } from '#features/availability/rules/index.ts';
import type { UnreadEvent } from '#features/calendars/rules/busy-calendar.ts';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { busyCalendars, busyTimes } from '#platform/db/schema/booking-schema.ts';

export type BusyCalendarRow = typeof busyCalendars.$inferSelect;

/** Returns all calendars, oldest first. */
export const listBusyCalendars = (db: Executor): Promise<BusyCalendarRow[]> =>
  db.select().from(busyCalendars).orderBy(asc(busyCalendars.createdAt), asc(busyCalendars.id));

export const findBusyCalendar = (db: Executor, id: string): Promise<BusyCalendarRow | undefined> =>
  first(db.select().from(busyCalendars).where(eq(busyCalendars.id, id)));

export const countBusyCalendars = (db: Executor): Promise<number> => db.$count(busyCalendars);

/** Inserts a calendar unless its id is taken. Returns whether it did. */
export const insertBusyCalendar = (
  db: Executor,
  calendar: Pick<BusyCalendarRow, 'id' | 'name' | 'encryptedUrl' | 'readAt' | 'unreadEvents'>,
) => changesOne(db.insert(busyCalendars).values(calendar).onConflictDoNothing());

/** Deletes a calendar and its busy times. Returns whether it existed. */
export const removeBusyCalendar = (db: Executor, id: string) =>
  changesOne(db.delete(busyCalendars).where(eq(busyCalendars.id, id)));

interface ReadingRecord {
  id: string;
  startedAt: Date;
  /** Null if the reading succeeded. */
  error: string | null;
  /** Events that could not be read; absent if unchanged. */
  unreadEvents?: UnreadEvent[] | undefined;
}

/** Records a reading. Returns false if the calendar no longer exists or has a later reading. */
export const recordReading = (
  db: Executor,
  { id, startedAt, error, unreadEvents }: ReadingRecord,
): Promise<boolean> =>
  changesOne(
    db
      .update(busyCalendars)
      .set({ lastError: error, unreadEvents, ...(error === null && { readAt: startedAt }) })
      .where(
        and(
          eq(busyCalendars.id, id),
          or(isNull(busyCalendars.readAt), lt(busyCalendars.readAt, startedAt)),
        ),
      ),
  );

const toMilliseconds = ({ from, to }: Span) => [from.getTime(), to.getTime()];

/** Replaces the busy times of a calendar if they differ. */
export async function replaceBusyTimes(
  transaction: Transaction,
  calendarId: string,
  spans: Span[],
): Promise<void> {
  const { startsAt, endsAt } = busyTimes;
  const fresh = JSON.stringify(spans.map(toMilliseconds));
  const known = await transaction.execute<{ isSame: boolean }>(
    sql`select coalesce(jsonb_agg(jsonb_build_array(
        (extract(epoch from ${startsAt}) * 1000)::int8, (extract(epoch from ${endsAt}) * 1000)::int8)
      order by ${startsAt}), '[]') = ${fresh}::jsonb as "isSame"
      from ${busyTimes} where ${busyTimes.calendarId} = ${calendarId}`,
  );
  if (known.rows[0]?.isSame) return;
  await transaction.delete(busyTimes).where(eq(busyTimes.calendarId, calendarId));
  await transaction.execute(
    sql`insert into ${busyTimes} (calendar_id, starts_at, ends_at)
      select ${calendarId}::uuid, to_timestamp((span ->> 0)::int8 / 1000.0), to_timestamp((span ->> 1)::int8 / 1000.0)
      from jsonb_array_elements(${fresh}::jsonb) as spans (span)`,
  );
}

/** Returns the busy times that overlap a span, with the names of their calendars, in order. */
export const listBusyTimes = (db: Executor, { from, to }: Span) =>
  db
    .select({
      calendar_id: busyTimes.calendarId,
      name: busyCalendars.name,
      starts_at: busyTimes.startsAt,
      ends_at: busyTimes.endsAt,
    })
    .from(busyTimes)
    .innerJoin(busyCalendars, eq(busyCalendars.id, busyTimes.calendarId))
    .where(and(gt(busyTimes.endsAt, from), lt(busyTimes.startsAt, to)))
    .orderBy(asc(busyTimes.startsAt), asc(busyTimes.endsAt));
