import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { paymentKeys } from '#platform/db/schema/schema.ts';
import type { ProviderName } from '#rules/payment-methods.ts';

/** Returns the keys that the mentor has entered, encrypted. */
export const listPaymentKeys = (db: Executor) =>
  db.select().from(paymentKeys).orderBy(asc(paymentKeys.provider));

/** Saves the keys of a provider, replacing earlier ones. */
export const putPaymentKeys = (db: Executor, provider: ProviderName, encrypted: string) =>
  db
    .insert(paymentKeys)
    .values({ provider, encrypted })
    .onConflictDoUpdate({ target: paymentKeys.provider, set: { encrypted, savedAt: sql`now()` } });

export const deletePaymentKeys = (db: Executor, provider: ProviderName) =>
  db.delete(paymentKeys).where(eq(paymentKeys.provider, provider));
