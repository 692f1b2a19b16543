import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { daysAgo } from '#features/accounts/server/index.ts';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { personRequests } from '#platform/db/schema/person-schema.ts';

export type PersonRequestRow = typeof personRequests.$inferSelect;

/** How long an emailed link can confirm a request, in days. */
export const confirmDays = 2;

/** How long an answered request is kept, in days. */
const answeredDays = 30;

const { id, askedAt, confirmedAt, answeredAt } = personRequests;
const isConfirmed = isNotNull(confirmedAt);
const canBeConfirmed = gt(askedAt, daysAgo(confirmDays));

export const insertRequest = (
  db: Executor,
  request: Pick<typeof personRequests.$inferInsert, 'id' | 'kind' | 'email' | 'message'>,
) => db.insert(personRequests).values(request);

/** Returns a request that is confirmed or can still be confirmed. */
export const findRequest = (db: Executor, requestId: string) =>
  db.query.personRequests.findFirst({
    where: and(eq(id, requestId), or(isConfirmed, canBeConfirmed)),
  });

/**
 * Confirms a request and returns it; undefined if it is already confirmed or its link has expired.
 */
export const confirmRequest = (db: Executor, requestId: string) =>
  first(
    db
      .update(personRequests)
      .set({ confirmedAt: sql`now()` })
      .where(and(eq(id, requestId), isNull(confirmedAt), canBeConfirmed))
      .returning(),
  );

/** Returns the confirmed requests without an answer, oldest first. */
export const listOpenRequests = (db: Executor) =>
  db.query.personRequests.findMany({
    where: and(isConfirmed, isNull(answeredAt)),
    orderBy: [asc(confirmedAt), asc(id)],
  });

/** Marks a request as answered or, with null, as open. Returns whether that changed it. */
export const markRequest = (db: Executor, requestId: string, answeredBy: string | null) =>
  changesOne(
    db
      .update(personRequests)
      .set({ answeredBy, answeredAt: answeredBy === null ? null : sql`now()` })
      .where(
        and(
          eq(id, requestId),
          isConfirmed,
          answeredBy === null ? isNotNull(answeredAt) : isNull(answeredAt),
        ),
      ),
  );

/**
 * Deletes unconfirmed requests whose link has expired, and answered ones after a while. Runs once a
 * day.
 */
export const sweepRequests = (db: Executor) =>
  db
    .delete(personRequests)
    .where(
      or(
        and(isNull(confirmedAt), lt(askedAt, daysAgo(confirmDays))),
        lt(answeredAt, daysAgo(answeredDays)),
      ),
    );
