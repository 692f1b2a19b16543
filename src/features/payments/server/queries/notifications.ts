import { and, desc, eq, lt, min, ne, or, sql } from 'drizzle-orm';
import type { NotificationState } from '#features/payments/rules/payment-states.ts';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { paymentNotifications } from '#platform/db/schema/order-schema.ts';

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

/** What is stored to verify a notification. It names people. */
const nothingToVerify = { body: '', headers: {} };

/** Records the outcome of a notification, and deletes what was stored to verify it. */
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
    .set({ ...settled, ...nothingToVerify, attempts: sql`${paymentNotifications.attempts} + 1` })
    .where(isThis(id));

/** Records an attempt to verify a notification, and why it failed. */
export const recordAttempt = (db: Executor, id: string, reason: string) =>
  db
    .update(paymentNotifications)
    .set({ reason, attempts: sql`${paymentNotifications.attempts} + 1` })
    .where(and(isThis(id), eq(paymentNotifications.state, 'pending')));

/** Lists the pending notifications, oldest first. */
export const listPending = (db: Executor) => {
  const { id, provider, state, receivedAt } = paymentNotifications;
  return db
    .select({ id, provider })
    .from(paymentNotifications)
    .where(eq(state, 'pending'))
    .orderBy(receivedAt)
    .limit(1_000);
};

/** Returns whether an order has a payment that its provider has not confirmed yet. */
export const isUnconfirmed = async (db: Executor, reference: string): Promise<boolean> =>
  (await db.$count(
    paymentNotifications,
    and(
      eq(paymentNotifications.orderReference, reference),
      eq(paymentNotifications.state, 'pending'),
    ),
  )) > 0;

/** Returns when an order would have ended without its payments that were not confirmed. */
export async function findFirstEnd(db: Executor, reference: string): Promise<Date | null> {
  const { endBefore, orderReference } = paymentNotifications;
  const found = await first(
    db
      .select({ end: min(endBefore) })
      .from(paymentNotifications)
      .where(eq(orderReference, reference)),
  );
  return found?.end ?? null;
}

/** Lists the notifications about an order, newest first. */
export const listNotificationsOf = (db: Executor, reference: string) =>
  db
    .select()
    .from(paymentNotifications)
    .where(eq(paymentNotifications.orderReference, reference))
    .orderBy(desc(paymentNotifications.receivedAt), desc(paymentNotifications.id))
    .limit(50);

/**
 * Deletes the notifications from before this instant, except payments that are still not confirmed:
 * those are refused, so that the mentor sees them and no name is kept. Also clears what earlier versions
 * stored: forgeries, and the content of settled notifications.
 */
export async function keepNotifications(
  db: Executor,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  const { state, receivedAt, code, attempts, body } = paymentNotifications;
  const isOld = lt(receivedAt, before);
  const isForged = and(eq(state, 'refused'), eq(code, 'bad-signature'), eq(attempts, 0));
  await db
    .delete(paymentNotifications)
    .where(
      or(isForged, and(isOld, ne(state, 'pending'), lt(paymentNotifications.settledAt, before))),
    );
  await db
    .update(paymentNotifications)
    .set({
      ...nothingToVerify,
      state: 'refused',
      code: 'not-confirmed',
      reason: 'The provider did not confirm this payment for 90 days. Check its dashboard.',
      settledAt: now,
    })
    .where(and(isOld, eq(state, 'pending')));
  await db
    .update(paymentNotifications)
    .set(nothingToVerify)
    .where(and(ne(state, 'pending'), ne(body, '')));
}
