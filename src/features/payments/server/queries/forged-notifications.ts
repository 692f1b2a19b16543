import { gte, lt, max, sql, sum } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { forgedNotifications } from '#platform/db/schema/order-schema.ts';
import type { ProviderName } from '#rules/payment-methods.ts';

const toDay = (at: Date) => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Counts a notification with a wrong signature. Nothing that it says is stored, because anyone can send it. */
export const countForgery = (
  db: Executor,
  { provider, at }: { provider: ProviderName; at: Date },
) =>
  db
    .insert(forgedNotifications)
    .values({ provider, day: toDay(at), count: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [forgedNotifications.provider, forgedNotifications.day],
      set: { count: sql`${forgedNotifications.count} + 1`, lastAt: at },
    });

/** Sums the notifications with a wrong signature since an instant, by provider. */
export const sumForgeries = (db: Executor, since: Date) => {
  const { provider, day, count, lastAt } = forgedNotifications;
  return db
    .select({ provider, count: sum(count).mapWith(Number), lastAt: max(lastAt).mapWith(lastAt) })
    .from(forgedNotifications)
    .where(gte(day, toDay(since)))
    .groupBy(provider)
    .orderBy(provider);
};

/** Deletes the counts of the days before this instant. */
export const deleteOldForgeries = (db: Executor, before: Date) =>
  db.delete(forgedNotifications).where(lt(forgedNotifications.day, toDay(before)));
