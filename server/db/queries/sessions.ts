import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { jwks, session, user } from '#server/db/account-schema.ts';
import { changesOne, type Executor, first } from '#server/db/executor.ts';

/** However much a session is used, it ends so many days after its sign-in. */
export const longestSessionDays = 30;

/** Use prolongs `expires_at`, but never beyond the longest life. */
const endsAt =
  sql<Date>`least(${session.expiresAt}, ${session.createdAt} + make_interval(days => ${longestSessionDays}))`.mapWith(
    session.expiresAt,
  );

export const isLiveSession = gt(endsAt, sql`now()`);

const isSessionOf = (userId: string) => eq(session.userId, userId);

/** Returns the sessions of an account that have not ended, the newest first. Use moves `updatedAt`. */
export const listSessions = (db: Executor, userId: string) =>
  db.query.session.findMany({
    columns: { token: false, userId: false, expiresAt: false },
    where: and(isSessionOf(userId), isLiveSession),
    orderBy: [desc(session.createdAt), desc(session.id)],
  });

/** Returns a session that has not ended, by its id, with whose it is. */
export const findLiveSession = (db: Executor, id: string) =>
  first(
    db
      .select({
        id: session.id,
        userId: session.userId,
        level: session.level,
        expiresAt: endsAt,
        email: user.email,
      })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(and(eq(session.id, id), isLiveSession)),
  );

/** Ends one session of an account. Returns whether there was one. */
export const deleteSession = (db: Executor, userId: string, id: string) =>
  changesOne(db.delete(session).where(and(eq(session.id, id), isSessionOf(userId))));

/** Ends every session of an account, but for one if it is named. */
export async function deleteSessions(
  db: Executor,
  userId: string,
  { exceptId }: { exceptId?: string } = {},
): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(session.id, exceptId);
  await db.delete(session).where(and(isSessionOf(userId), isOther));
}

/** Removes every key that API tokens are signed with; the next token makes a new one. */
export const deleteSigningKeys = (db: Executor) => db.delete(jwks);
