import { and, desc, eq, sql } from 'drizzle-orm';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { paymentNotifications } from '#platform/db/schema/schema.ts';
import type { NotificationState } from '../../rules/order.ts';

export type Notification = typeof paymentNotifications.$inferSelect;

/** Inserts a notification unless it is known. Returns the row, or undefined. */
export const insertNotification = (
  transaction: Transaction,
  notification: typeof paymentNotifications.$inferInsert,
) =>
  first(
    transaction.insert(paymentNotifications).values(notification).onConflictDoNothing().returning(),
  );

const isThis = (id: string) => eq(paymentNotifications.id, id);

/** Returns the notification with this id, if there is one. */
export const findNotification = (db: Executor, id: string) =>
  first(db.select().from(paymentNotifications).where(isThis(id)));

/** Returns a pending notification, locked until the transaction ends. */
export const lockPending = (transaction: Transaction, id: string) =>
  first(
    transaction
      .select()
      .from(paymentNotifications)
      .where(and(isThis(id), eq(paymentNotifications.state, 'pending')))
      .for('update'),
  );

/** Records the outcome of a notification. */
export const settle = (
  transaction: Transaction,
  id: string,
  settled: {
    state: NotificationState;
    code: string | null;
    reason: string | null;
    settledAt: Date;
  },
) =>
  transaction
    .update(paymentNotifications)
    .set({ ...settled, attempts: sql`${paymentNotifications.attempts} + 1` })
    .where(isThis(id));

/** Records an attempt to verify a notification, and why it failed. */
export const recordAttempt = (db: Executor, id: string, reason: string) =>
  db
    .update(paymentNotifications)
    .set({ reason, attempts: sql`${paymentNotifications.attempts} + 1` })
    .where(and(isThis(id), eq(paymentNotifications.state, 'pending')));

/** Lists the ids of the pending notifications, oldest first. */
export async function listPending(db: Executor): Promise<string[]> {
  const { id, state, receivedAt } = paymentNotifications;
  const rows = await db
    .select({ id })
    .from(paymentNotifications)
    .where(eq(state, 'pending'))
    .orderBy(receivedAt)
    .limit(1_000);
  return rows.map((row) => row.id);
}

/** Returns whether an order has a payment that its provider has not confirmed yet. */
export const isUnconfirmed = async (db: Executor, reference: string): Promise<boolean> =>
  (await db.$count(
    paymentNotifications,
    and(
      eq(paymentNotifications.orderReference, reference),
      eq(paymentNotifications.state, 'pending'),
    ),
  )) > 0;

/** Lists the notifications about an order, newest first. */
export const listNotificationsOf = (db: Executor, reference: string) =>
  db
    .select()
    .from(paymentNotifications)
    .where(eq(paymentNotifications.orderReference, reference))
    .orderBy(desc(paymentNotifications.receivedAt), desc(paymentNotifications.id))
    .limit(50);

/** Deletes the refused and ignored notifications from before this instant. */
export const deleteOldNotifications = (db: Executor, before: Date) =>
  db
    .delete(paymentNotifications)
    .where(
      sql`${paymentNotifications.state} in ('refused', 'ignored') and ${paymentNotifications.receivedAt} < ${before.toISOString()}`,
    );
