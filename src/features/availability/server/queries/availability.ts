import { and, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Availability } from '#features/availability/rules/offered-slots.ts';
import type { Span } from '#features/availability/rules/slots.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { availabilityExceptions, busyTimes } from '#platform/db/schema/booking-schema.ts';

type Table = PgTable & { startsAt: PgColumn; endsAt: PgColumn };

const toSeconds = (instant: PgColumn) => sql`extract(epoch from ${instant})::int8`;

/**
 * Selects the spans of a table that overlap another one, in seconds since the epoch and as a single
 * value: a busy year has thousands.
 */
const overlapping = (table: Table, { from, to }: Span, where?: SQL) =>
  sql`(select coalesce(json_agg(json_build_array(${toSeconds(table.startsAt)}, ${toSeconds(table.endsAt)})), '[]')
    from ${table} where ${and(gt(table.endsAt, from), lt(table.startsAt, to), where)})`;

type Seconds = [from: number, to: number][];

const toSpans = (spans: Seconds): Span[] =>
  spans.map(([from, to]) => ({ from: new Date(from * 1000), to: new Date(to * 1000) }));

/** Returns the exceptions to the opening hours within the span. */
export async function readAvailability(db: Executor, span: Span): Promise<Availability> {
  const ofKind = (kind: string) =>
    overlapping(availabilityExceptions, span, sql`${availabilityExceptions.kind} = ${kind}`);
  const { rows } = await db.execute<{ extra: Seconds; off: Seconds; busy: Seconds }>(
    sql`select ${ofKind('extra')} as extra, ${ofKind('off')} as off, ${overlapping(busyTimes, span)} as busy`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no row');
  return { extra: toSpans(row.extra), closed: toSpans([...row.off, ...row.busy]) };
}

/** The key of the advisory lock on the mentor's hours. */
const hoursLock = sql`4713, 0`;

/**
 * Locks the mentor's hours against changes until the transaction ends. Many transactions can hold
 * this lock: each booking either commits before a change or sees it.
 */
export async function keepHours(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock_shared(${hoursLock})`);
}

/** Waits until no transaction holds the hours, then blocks bookings until this one ends. */
export async function lockHours(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${hoursLock})`);
}
