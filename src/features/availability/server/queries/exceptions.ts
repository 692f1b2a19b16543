import { and, asc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { availabilityExceptions } from '#platform/db/schema/booking-schema.ts';

export type AvailabilityException = typeof availabilityExceptions.$inferSelect;
type NewException = Pick<AvailabilityException, 'kind' | 'startsAt' | 'endsAt' | 'note'> & {
  id?: string;
};

const { createdAt: _, ...columns } = getTableColumns(availabilityExceptions);

interface ListExceptions {
  /** Only those that end after this instant. */
  from: Date;
  /** Only those that start before this instant, if given. */
  to: Date | undefined;
  limit: number;
}

/** Lists exceptions in order. */
export const listExceptions = (db: Executor, { from, to, limit }: ListExceptions) =>
  db
    .select(columns)
    .from(availabilityExceptions)
    .where(
      and(gt(availabilityExceptions.endsAt, from), to && lt(availabilityExceptions.startsAt, to)),
    )
    .orderBy(asc(availabilityExceptions.startsAt), asc(availabilityExceptions.id))
    .limit(limit);

/** Returns time off with this id, locked until the transaction ends. */
export const findLockedTimeOff = (transaction: Transaction, id: string) =>
  first(
    transaction
      .select(columns)
      .from(availabilityExceptions)
      .where(and(eq(availabilityExceptions.id, id), eq(availabilityExceptions.kind, 'off')))
      .for('update'),
  );

/** Changes an exception, as a new version. */
export const updateException = (
  transaction: Transaction,
  id: string,
  change: Pick<AvailabilityException, 'startsAt' | 'endsAt' | 'note'>,
) =>
  transaction
    .update(availabilityExceptions)
    .set({ ...change, version: sql`${availabilityExceptions.version} + 1` })
    .where(eq(availabilityExceptions.id, id));

/** Returns how many exceptions are not over. */
export const countExceptions = (db: Executor, now: Date): Promise<number> =>
  db.$count(availabilityExceptions, gt(availabilityExceptions.endsAt, now));

/** Inserts an exception unless its id is taken. Returns whether it did. */
export const insertException = (db: Executor, exception: NewException) =>
  changesOne(db.insert(availabilityExceptions).values(exception).onConflictDoNothing());

export const findException = (db: Executor, id: string) => {
  const { kind, note, startsAt, endsAt } = availabilityExceptions;
  return first(
    db
      .select({ kind, note, startsAt, endsAt })
      .from(availabilityExceptions)
      .where(eq(availabilityExceptions.id, id)),
  );
};

/** Deletes an exception. Returns whether it existed. */
export const removeException = (db: Executor, id: string) =>
  changesOne(db.delete(availabilityExceptions).where(eq(availabilityExceptions.id, id)));
