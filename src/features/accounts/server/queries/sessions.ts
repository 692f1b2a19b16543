import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { jwks, session, user } from '#platform/db/schema/account-schema.ts';

/** The maximum lifetime of a session, in days, even if it is in use. */
export const maxSessionDays = 30;

const endsAt =
  sql<Date>`least(${session.expiresAt}, ${session.createdAt} + make_interval(days => ${maxSessionDays}))`.mapWith(
    session.expiresAt,
  );

export const isLiveSession = gt(endsAt, sql`now()`);

const isSessionOf = (userId: string) => eq(session.userId, userId);

/** Returns the live sessions of an account, newest first. */
export const listSessions = (db: Executor, userId: string) =>
  db.query.session.findMany({
    columns: { token: false, userId: false, expiresAt: false },
    where: and(isSessionOf(userId), isLiveSession),
    orderBy: [desc(session.createdAt), desc(session.id)],
  });

/** Returns a live session and its user. */
export const findLiveSession = (db: Executor, id: string) => {
  const { userId, level } = session;
  return first(
    db
      .select({ id: session.id, userId, level, expiresAt: endsAt, email: user.email })
      .from(session)
      .innerJoin(user, eq(user.id, userId))
      .where(and(eq(session.id, id), isLiveSession)),
  );
};

/** Ends a session of an account. Returns whether it existed. */
export const deleteSession = (db: Executor, userId: string, id: string) =>
  changesOne(db.delete(session).where(and(eq(session.id, id), isSessionOf(userId))));

/** Ends all sessions of an account, except one. */
export async function deleteSessions(db: Executor, userId: string, exceptId?: string) {
  const isOther = exceptId === undefined ? undefined : ne(session.id, exceptId);
  await db.delete(session).where(and(isSessionOf(userId), isOther));
}

/** Deletes the keys of API tokens. The next token creates new ones. */
export const deleteSigningKeys = (db: Executor) => db.delete(jwks);
