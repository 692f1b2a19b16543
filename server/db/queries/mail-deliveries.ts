import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { mailDeliveries } from '#server/db/schema.ts';

export type MailDelivery = typeof mailDeliveries.$inferSelect;

/** How the keys of mails about accounts begin. */
export const accountMailPrefix = 'account:';

const isAboutAccount = sql`starts_with(${mailDeliveries.key}, ${accountMailPrefix})`;

interface NewDelivery {
  key: string;
  recipient: string;
  subject: string;
}

/** Notes that a mail is owed. Answers false when it was noted before, whatever became of it. */
export async function queueDelivery(db: Executor, delivery: NewDelivery): Promise<boolean> {
  const queued = await db
    .insert(mailDeliveries)
    .values(delivery)
    .onConflictDoNothing()
    .returning({ key: mailDeliveries.key });
  return queued.length === 1;
}

/** The delivery with this key, if there is one. */
export async function findDelivery(db: Executor, key: string): Promise<MailDelivery | undefined> {
  const [delivery] = await db.select().from(mailDeliveries).where(eq(mailDeliveries.key, key));
  return delivery;
}

/**
 * Returns how many seconds are left until a delivery will have been noted so many seconds
 * ago; 0 when that is past, or there is no such delivery.
 */
export async function secondsUntilAged(db: Executor, key: string, age: number): Promise<number> {
  const left = sql<number>`greatest(0, ceil(${age}::int - extract(epoch from now() - ${mailDeliveries.createdAt})))::int`;
  const [found] = await db.select({ left }).from(mailDeliveries).where(eq(mailDeliveries.key, key));
  return found?.left ?? 0;
}

/** Whether a delivery with one of these keys is known, whatever became of it. */
export async function hasDelivery(db: Executor, keys: string[]): Promise<boolean> {
  return (await db.$count(mailDeliveries, inArray(mailDeliveries.key, keys))) > 0;
}

/**
 * Takes the delivery for this transaction. `undefined` when there is none, or when another
 * worker holds it at this moment: nobody waits, since what the other does decides.
 */
export async function lockDelivery(
  transaction: Transaction,
  key: string,
): Promise<MailDelivery | undefined> {
  // The transaction idles while a mail server is spoken to, longer than any other may.
  await transaction.execute(sql`set local idle_in_transaction_session_timeout = '60s'`);
  const [delivery] = await transaction
    .select()
    .from(mailDeliveries)
    .where(eq(mailDeliveries.key, key))
    .for('update', { skipLocked: true });
  return delivery;
}

/** Records, for good, that the mail went out. Makes the row if a mail went out before it could be noted. */
export async function recordSent(db: Executor, delivery: NewDelivery): Promise<void> {
  const sent = {
    status: 'sent' as const,
    sentAt: sql`now()`,
    updatedAt: sql`now()`,
    lastError: null,
  };
  await db
    .insert(mailDeliveries)
    .values({ ...delivery, ...sent, attempts: 1 })
    .onConflictDoUpdate({
      target: mailDeliveries.key,
      set: { ...sent, attempts: sql`${mailDeliveries.attempts} + 1` },
      setWhere: sql`${mailDeliveries.status} <> 'sent'`,
    });
}

/** Records a try that failed and will be repeated. */
export async function recordFailedAttempt(
  db: Executor,
  key: string,
  reason: string,
): Promise<void> {
  await db
    .update(mailDeliveries)
    .set({
      attempts: sql`${mailDeliveries.attempts} + 1`,
      lastError: reason,
      updatedAt: sql`now()`,
    })
    .where(eq(mailDeliveries.key, key));
}

/**
 * Records that a mail which is still owed will not go out. One that did go out stays sent.
 * The payload of its job is what it takes to send it again.
 */
export async function recordGivenUp(
  db: Executor,
  key: string,
  status: 'failed' | 'cancelled',
  payload: object | null = null,
): Promise<void> {
  await db
    .update(mailDeliveries)
    .set({ status, payload, updatedAt: sql`now()` })
    .where(sql`${mailDeliveries.key} = ${key} and ${mailDeliveries.status} = 'queued'`);
}

/** The mails that were given up, newest first, at most so many. */
export function listFailedDeliveries(db: Executor, limit: number): Promise<MailDelivery[]> {
  return db
    .select()
    .from(mailDeliveries)
    .where(eq(mailDeliveries.status, 'failed'))
    .orderBy(desc(mailDeliveries.createdAt), desc(mailDeliveries.key))
    .limit(limit);
}

/** Owes a mail again that was given up. Answers it as it was, or nothing when there is none such. */
export async function requeueDelivery(
  transaction: Transaction,
  key: string,
): Promise<MailDelivery | undefined> {
  const isFailed = and(eq(mailDeliveries.key, key), eq(mailDeliveries.status, 'failed'));
  const [failed] = await transaction.select().from(mailDeliveries).where(isFailed).for('update');
  if (!failed?.payload) return undefined;
  await transaction
    .update(mailDeliveries)
    .set({ status: 'queued', payload: null, updatedAt: sql`now()` })
    .where(eq(mailDeliveries.key, key));
  return failed;
}

/**
 * Forgets who the mails of a deleted record went to, and cancels those still owed. That
 * they went out, or will not, stays known: a late repeat must not send them again.
 * `keyPrefix` is `booking:<id>:`, made of no visitor's words.
 */
export async function forgetDeliveries(db: Executor, keyPrefix: string): Promise<void> {
  await db
    .update(mailDeliveries)
    .set({
      recipient: '',
      subject: '',
      lastError: null,
      updatedAt: sql`now()`,
      status: sql`case ${mailDeliveries.status} when 'queued' then 'cancelled' else ${mailDeliveries.status} end`,
    })
    .where(sql`starts_with(${mailDeliveries.key}, ${keyPrefix})`);
}

/** Returns the keys of the mails about accounts that went to an address. */
export async function listAccountMailKeys(db: Executor, recipient: string): Promise<string[]> {
  const found = await db
    .select({ key: mailDeliveries.key })
    .from(mailDeliveries)
    .where(and(isAboutAccount, eq(mailDeliveries.recipient, recipient)));
  return found.map(({ key }) => key);
}

/** Forgets mails about accounts that were owed more than so many days ago: each was for one moment. */
export async function deleteOldAccountDeliveries(db: Executor, days: number): Promise<void> {
  await db
    .delete(mailDeliveries)
    .where(
      sql`${isAboutAccount} and ${mailDeliveries.createdAt} < now() - make_interval(days => ${days})`,
    );
}
