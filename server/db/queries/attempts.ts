import { eq, inArray, sql } from 'drizzle-orm';
import { attempt } from '#server/db/account-schema.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';

/** How waits grow. `free` failures cost nothing; each further one doubles the wait. In seconds. */
export interface GrowingWait {
  free: number;
  first: number;
  max: number;
  /** A pause of this length is a new beginning. */
  memory: number;
}

/**
 * Counts one failure under every key ahead of the try, so that tries side by side count one after
 * the other. Returns the counters that refuse; the caller then rolls back. Rows are locked in the
 * order of their keys, and the clock is read after each lock.
 */
export async function reserveAttempts(
  transaction: Transaction,
  counters: (GrowingWait & { key: string })[],
): Promise<{ key: string; waitSeconds: number }[]> {
  const waitAfter = (failures: ReturnType<typeof sql>, wait: GrowingWait) =>
    sql`make_interval(secs => case when ${failures} <= ${wait.free}::int then 0 else least(
      ${wait.max}::float8,
      ${wait.first}::float8 * power(2, least(${failures} - ${wait.free}::int - 1, 30))) end)`;
  const refusing: string[] = [];
  for (const wait of counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const failures = sql`(case when attempt.last_at < clock_timestamp() - make_interval(secs => ${wait.memory}::float8)
      then 1 else attempt.failures + 1 end)`;
    const { rowCount } = await transaction.execute(sql`
      insert into attempt (key, failures, last_at, blocked_until)
      values (${wait.key}, 1, clock_timestamp(), clock_timestamp() + ${waitAfter(sql`1`, wait)})
      on conflict (key) do update set
        failures = ${failures},
        last_at = clock_timestamp(),
        blocked_until = clock_timestamp() + ${waitAfter(failures, wait)}
      where attempt.blocked_until <= clock_timestamp()`);
    if (rowCount === 0) refusing.push(wait.key);
  }
  if (refusing.length === 0) return [];
  return transaction
    .select({
      key: attempt.key,
      waitSeconds: sql<number>`greatest(1, ceil(extract(epoch from ${attempt.blockedUntil} - clock_timestamp())))::int`,
    })
    .from(attempt)
    .where(inArray(attempt.key, refusing));
}

/** Takes one failure back: the try has succeeded. */
export const releaseAttempt = (db: Executor, key: string) =>
  db
    .update(attempt)
    .set({ failures: sql`greatest(${attempt.failures} - 1, 0)`, blockedUntil: sql`now()` })
    .where(eq(attempt.key, key));

/** Deletes every failure under a key. */
export const deleteAttempts = (db: Executor, key: string) =>
  db.delete(attempt).where(eq(attempt.key, key));
