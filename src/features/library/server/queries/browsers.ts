import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '#platform/db/executor.ts';
import { customers, libraryBrowsers } from '#platform/db/schema/library-schema.ts';

const { customerId, hash, lastUsedAt } = libraryBrowsers;

const isThis = (customer: string, browser: string) =>
  and(eq(customerId, customer), eq(hash, browser));

export const hasBrowsers = async (db: Executor, customer: string): Promise<boolean> =>
  (await db.$count(libraryBrowsers, eq(customerId, customer))) > 0;

/** Registers a browser of a customer. A repeat changes nothing. */
export const addBrowser = (db: Executor, customer: string, browser: string, now: Date) =>
  db
    .insert(libraryBrowsers)
    .values({ customerId: customer, hash: browser, firstUsedAt: now, lastUsedAt: now })
    .onConflictDoNothing();

/** Returns whether a browser is registered, and notes once an hour that it is used. */
export async function noteBrowser(
  db: Executor,
  customer: string,
  browser: string,
  now: Date,
): Promise<boolean> {
  const isKnown = (await db.$count(libraryBrowsers, isThis(customer, browser))) > 0;
  if (isKnown)
    await db
      .update(libraryBrowsers)
      .set({ lastUsedAt: now })
      .where(
        and(
          isThis(customer, browser),
          lt(lastUsedAt, sql`${now.toISOString()}::timestamptz - interval '1 hour'`),
        ),
      );
  return isKnown;
}

/** Registers the first browser of a customer. Returns false if there is another one. */
export const addFirstBrowser = (db: Database, customer: string, browser: string, now: Date) =>
  db.transaction(async (transaction) => {
    // Of two browsers at the same moment, one is the first.
    await transaction
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customer))
      .for('update');
    if (await hasBrowsers(transaction, customer))
      return noteBrowser(transaction, customer, browser, now);
    await addBrowser(transaction, customer, browser, now);
    return true;
  });
