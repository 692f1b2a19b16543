import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { accountEvent, user } from '#platform/db/schema/account-schema.ts';

export type AccountEvent = typeof accountEvent.$inferSelect;

/** The shortest retention of the log, in days. */
const leastLogDays = 28;

export const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Adds an entry to the activity log. Returns its id. */
export async function insertEvent(
  db: Executor,
  event: Omit<AccountEvent, 'id' | 'at'>,
): Promise<string> {
  const id = randomUUID();
  await db.insert(accountEvent).values({ ...event, id });
  return id;
}

export const findEvent = (db: Executor, id: string) =>
  db.query.accountEvent.findFirst({ where: eq(accountEvent.id, id) });

/** Returns the newest entries, of all accounts. */
export const listNewestEvents = (db: Executor, limit: number) =>
  db.query.accountEvent.findMany({
    orderBy: [desc(accountEvent.at), desc(accountEvent.id)],
    limit,
  });

/**
 * Returns whether anyone has signed in to an account. Also true for accounts that are older than
 * the log.
 */
export async function wasEntered(db: Executor, userId: string): Promise<boolean> {
  const isOld = sql`${user.createdAt} < ${daysAgo(leastLogDays)}`;
  const isEntry = and(eq(accountEvent.userId, userId), eq(accountEvent.kind, 'signed-in'));
  return (
    (await db.$count(accountEvent, isEntry)) > 0 ||
    (await db.$count(user, and(eq(user.id, userId), isOld))) > 0
  );
}
