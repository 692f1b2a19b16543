import { eq, sql } from 'drizzle-orm';
import { attempt } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';

/** How waits grow. `free` failures cost nothing; each further one doubles the wait. In seconds. */
export interface GrowingWait {
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** A pause of this length is a new beginning. */
  forgetAfterSeconds: number;
}

/**
 * Counts a failure ahead of the try, which is taken back if it succeeds: so tries that come
 * side by side are counted one after the other. Answers 0, or how many seconds are left to
 * wait; then nothing was counted. The clock is read after the row's lock was had: a try that
 * waited for it must not find the one before it in its future.
 */
export async function reserveAttempt(
  db: Executor,
  key: string,
  { free, firstWaitSeconds, longestWaitSeconds, forgetAfterSeconds }: GrowingWait,
): Promise<number> {
  const waitAfter = (failures: ReturnType<typeof sql>) =>
    sql`make_interval(secs => case when ${failures} <= ${free}::int then 0 else least(
      ${longestWaitSeconds}::float8,
      ${firstWaitSeconds}::float8 * power(2, least(${failures} - ${free}::int - 1, 30))) end)`;
  const failures = sql`(case when attempt.last_at < clock_timestamp() - make_interval(secs => ${forgetAfterSeconds}::float8)
    then 1 else attempt.failures + 1 end)`;
  const { rows } = await db.execute<{ failures: number }>(sql`
    insert into attempt (key, failures, last_at, blocked_until)
    values (${key}, 1, clock_timestamp(), clock_timestamp() + ${waitAfter(sql`1`)})
    on conflict (key) do update set
      failures = ${failures},
      last_at = clock_timestamp(),
      blocked_until = clock_timestamp() + ${waitAfter(failures)}
    where attempt.blocked_until <= clock_timestamp()
    returning failures`);
  if (rows.length > 0) return 0;
  const [blocked] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${attempt.blockedUntil} - now()))::int`,
    })
    .from(attempt)
    .where(eq(attempt.key, key));
  return Math.max(1, blocked?.seconds ?? 1);
}

/** Takes one failure back: the try has succeeded. */
export async function releaseAttempt(db: Executor, key: string): Promise<void> {
  await db
    .update(attempt)
    .set({
      failures: sql`greatest(${attempt.failures} - 1, 0)`,
      blockedUntil: sql`now()`,
    })
    .where(eq(attempt.key, key));
}

/** Forgets every failure under a key. */
export async function forgetAttempts(db: Executor, key: string): Promise<void> {
  await db.delete(attempt).where(eq(attempt.key, key));
}

/** Removes counters that nothing has touched for a day: longer than any of them remembers. */
export async function deleteOldAttempts(db: Executor): Promise<void> {
  await db.delete(attempt).where(sql`${attempt.lastAt} < now() - interval '1 day'`);
}
