import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { AccountEventKind } from '#domain/account-event.ts';
import { accountEvent, user } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';

export type AccountEvent = typeof accountEvent.$inferSelect;
type NewAccountEvent = Omit<typeof accountEvent.$inferInsert, 'id' | 'at' | 'kind'> & {
  kind: AccountEventKind;
};

/** The log is kept at least so long, in days: a month is the least that can be set. */
const leastLogDays = 28;

export const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Writes one line of the log. Returns its id. */
export async function insertEvent(db: Executor, event: NewAccountEvent): Promise<string> {
  const id = randomUUID();
  await db.insert(accountEvent).values({ ...event, id });
  return id;
}

/** Returns one line of the log, if it is there. */
export const findEvent = (db: Executor, id: string) =>
  db.query.accountEvent.findFirst({ where: eq(accountEvent.id, id) });

/** Returns the newest lines of the log, of all accounts. */
export const listNewestEvents = (db: Executor, limit: number) =>
  db.query.accountEvent.findMany({
    orderBy: [desc(accountEvent.at), desc(accountEvent.id)],
    limit,
  });

const isEntry = eq(accountEvent.kind, 'signed-in');

/** Returns the IP addresses that an account was entered from within so many days. */
export async function listEntryAddresses(db: Executor, email: string, days: number) {
  const found = await db
    .selectDistinct({ ipAddress: accountEvent.ipAddress })
    .from(accountEvent)
    .where(and(eq(accountEvent.email, email), gt(accountEvent.at, daysAgo(days)), isEntry));
  return found.map(({ ipAddress }) => ipAddress);
}

/** Returns whether an account was ever entered. One that is older than the log may be counts as entered. */
export async function wasEntered(db: Executor, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ entered: boolean }>(sql`
    select exists (select from ${accountEvent} where ${accountEvent.userId} = ${userId} and ${isEntry})
      or exists (select from ${user}
        where ${user.id} = ${userId} and ${user.createdAt} < ${daysAgo(leastLogDays)})
      as entered`);
  return rows[0]?.entered ?? false;
}
