import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { changesOne, type Executor } from '#platform/db/executor.ts';
import { verification } from '#platform/db/schema/account-schema.ts';

/** Stores the hash of a challenge. */
export async function insertChallenge(db: Executor, hash: string, expiresAt: Date): Promise<void> {
  await db
    .insert(verification)
    .values({ id: randomUUID(), identifier: hash, value: 'passkey', expiresAt });
}

/** Uses a challenge. Only one of several concurrent calls returns true. */
export const deleteChallenge = (db: Executor, hash: string) =>
  changesOne(
    db
      .delete(verification)
      .where(and(eq(verification.identifier, hash), gt(verification.expiresAt, sql`now()`))),
  );
