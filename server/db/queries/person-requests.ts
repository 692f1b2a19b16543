import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { changesOne, type Executor } from '#server/db/executor.ts';
import { personRequests } from '#server/db/schema.ts';
import { daysAgo } from './account-events.ts';

export type PersonRequestRow = typeof personRequests.$inferSelect;

/** So many days a link in a mail confirms a request. */
export const confirmDays = 2;

/** So many days a request is kept after it was answered. */
const answeredDays = 30;

export const insertRequest = (
  db: Executor,
  request: Pick<typeof personRequests.$inferInsert, 'id' | 'kind' | 'email' | 'message'>,
) => db.insert(personRequests).values(request);

/** Returns a request that waits to be confirmed, or was; nothing once its link is too old. */
export const findRequest = (db: Executor, id: string) =>
  db.query.personRequests.findFirst({
    where: and(
      eq(personRequests.id, id),
      or(isNotNull(personRequests.confirmedAt), gt(personRequests.askedAt, daysAgo(confirmDays))),
    ),
  });

/** Confirms a request whose link is not too old. Returns whether it was not confirmed before. */
export const confirmRequest = (db: Executor, id: string) =>
  changesOne(
    db
      .update(personRequests)
      .set({ confirmedAt: sql`now()` })
      .where(
        and(
          eq(personRequests.id, id),
          isNull(personRequests.confirmedAt),
          gt(personRequests.askedAt, daysAgo(confirmDays)),
        ),
      ),
  );

/** Returns the requests that wait for an answer, the oldest first. */
export const listOpenRequests = (db: Executor) =>
  db.query.personRequests.findMany({
    where: and(isNotNull(personRequests.confirmedAt), isNull(personRequests.answeredAt)),
    orderBy: [asc(personRequests.confirmedAt), asc(personRequests.id)],
  });

/** Marks a request as answered, or, with null, as waiting again. Returns whether there is one that was not so. */
export const markRequest = (db: Executor, id: string, answeredBy: string | null) =>
  changesOne(
    db
      .update(personRequests)
      .set({ answeredBy, answeredAt: answeredBy === null ? null : sql`now()` })
      .where(
        and(
          eq(personRequests.id, id),
          isNotNull(personRequests.confirmedAt),
          answeredBy === null
            ? isNotNull(personRequests.answeredAt)
            : isNull(personRequests.answeredAt),
        ),
      ),
  );

/** Forgets what nobody has confirmed, and what was answered a while ago. Done once a day. */
export const sweepRequests = (db: Executor) =>
  db
    .delete(personRequests)
    .where(
      or(
        and(isNull(personRequests.confirmedAt), lt(personRequests.askedAt, daysAgo(confirmDays))),
        lt(personRequests.answeredAt, daysAgo(answeredDays)),
      ),
    );
