import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { AccountEventKind } from '#domain/account-event.ts';
import { accountEvent } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';

export type AccountEvent = typeof accountEvent.$inferSelect;
export type NewAccountEvent = Omit<typeof accountEvent.$inferInsert, 'id' | 'at' | 'kind'> & {
  kind: AccountEventKind;
};

/** Writes one line of the log. */
export async function insertEvent(db: Executor, event: NewAccountEvent): Promise<void> {
  await db.insert(accountEvent).values(event);
}

/** The newest lines of the log, of all accounts. */
export function listNewestEvents(db: Executor, limit: number): Promise<AccountEvent[]> {
  return db
    .select()
    .from(accountEvent)
    .orderBy(desc(accountEvent.at), desc(accountEvent.id))
    .limit(limit);
}

/** Whether an account was entered from this address within so many days. */
export async function hasEnteredFrom(
  db: Executor,
  { email, ipAddress, days }: { email: string; ipAddress: string; days: number },
): Promise<boolean> {
  const found = await db
    .select({ id: accountEvent.id })
    .from(accountEvent)
    .where(
      and(
        eq(accountEvent.email, email),
        gt(accountEvent.at, sql`now() - make_interval(days => ${days})`),
        eq(accountEvent.kind, 'signed-in'),
        eq(accountEvent.ipAddress, ipAddress),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Removes lines that are older than so many days. */
export async function deleteOldEvents(db: Executor, days: number): Promise<void> {
  await db
    .delete(accountEvent)
    .where(lt(accountEvent.at, sql`now() - make_interval(days => ${days})`));
}
