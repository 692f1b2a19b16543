import { and, desc, eq, gt, ne, not, sql } from 'drizzle-orm';
import { jwks, session, user } from '#server/db/auth-schema.ts';
import type { Executor } from '#server/db/executor.ts';

/** However much a session is used, it ends so many days after its sign-in. */
export const longestSessionDays = 30;

/** Use prolongs `expires_at`, but never beyond the longest life. */
const endsAt =
  sql<Date>`least(${session.expiresAt}, ${session.createdAt} + make_interval(days => ${longestSessionDays}))`.mapWith(
    session.expiresAt,
  );

const isLive = () => gt(endsAt, sql`now()`);

/** Returns the sessions of an account that have not ended, the newest first. Use moves `updatedAt`. */
export const listSessions = (db: Executor, userId: string) =>
  db.query.session.findMany({
    columns: { token: false, userId: false, expiresAt: false },
    where: and(eq(session.userId, userId), isLive()),
    orderBy: [desc(session.createdAt), desc(session.id)],
  });

/** Returns a session that has not ended, by its id, with whose it is. */
export async function findLiveSession(db: Executor, id: string) {
  const [found] = await db
    .select({
      id: session.id,
      userId: session.userId,
      level: session.level,
      expiresAt: endsAt,
      email: user.email,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.id, id), isLive()));
  return found;
}

/** Ends one session of an account. Returns whether there was one. */
export async function deleteSession(db: Executor, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)));
  return rowCount === 1;
}

/** Ends every session of an account, but for one if it is named. */
export async function deleteSessions(
  db: Executor,
  userId: string,
  { exceptId }: { exceptId?: string } = {},
): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(session.id, exceptId);
  await db.delete(session).where(and(eq(session.userId, userId), isOther));
}

/** Removes what has ended by itself. */
export async function deleteEndedSessions(db: Executor): Promise<void> {
  await db.delete(session).where(not(isLive()));
}

/** Removes every key that API tokens are signed with; the next token makes a new one. */
export async function deleteSigningKeys(db: Executor): Promise<void> {
  await db.delete(jwks);
}
