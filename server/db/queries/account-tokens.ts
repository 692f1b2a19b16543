import { randomUUID } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { accountToken, type TokenPurpose } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';

type NewToken = Omit<typeof accountToken.$inferInsert, 'id' | 'attempts' | 'createdAt'>;

/** Stores a token and returns its id. A code takes the place of the one that went to the same email before. */
export async function insertToken(db: Executor, token: NewToken): Promise<string> {
  if (token.purpose === 'code') await deleteTokens(db, token);
  const id = randomUUID();
  await db.insert(accountToken).values({ ...token, id });
  return id;
}

/** Puts another token in the place of one that waits for its mail. Returns whether it still waits. */
export async function renewToken(
  db: Executor,
  id: string,
  changes: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.update(accountToken).set(changes).where(eq(accountToken.id, id));
  return rowCount === 1;
}

const isLive = () => gt(accountToken.expiresAt, sql`now()`);

const isLiveToken = (tokenHash: string, purpose: TokenPurpose) =>
  and(eq(accountToken.tokenHash, tokenHash), eq(accountToken.purpose, purpose), isLive());

/** Returns a live token without using it up. */
export const findToken = (db: Executor, tokenHash: string, purpose: TokenPurpose) =>
  db.query.accountToken.findFirst({ where: isLiveToken(tokenHash, purpose) });

/** Uses a token up. Of any number of tries at once, one gets it. */
export async function takeToken(db: Executor, tokenHash: string, purpose: TokenPurpose) {
  const [taken] = await db.delete(accountToken).where(isLiveToken(tokenHash, purpose)).returning();
  return taken;
}

/**
 * Counts one entry of an email's code and returns the code; nothing when none lives, or it has
 * been tried as often as the maximum, if there is one. Counted before it is compared: entries
 * that come side by side are counted as well.
 */
export async function countCodeEntry(db: Executor, email: string, maximum: number | undefined) {
  const [counted] = await db
    .update(accountToken)
    .set({ attempts: sql`${accountToken.attempts} + 1` })
    .where(
      and(
        eq(accountToken.email, email),
        eq(accountToken.purpose, 'code'),
        isLive(),
        maximum === undefined ? undefined : lt(accountToken.attempts, maximum),
      ),
    )
    .returning();
  return counted;
}

/** Deletes what was mailed to an email for a purpose. */
export async function deleteTokens(
  db: Executor,
  { email, purpose }: { email: string; purpose: TokenPurpose },
): Promise<void> {
  await db
    .delete(accountToken)
    .where(and(eq(accountToken.email, email), eq(accountToken.purpose, purpose)));
}

/** Deletes everything that was mailed to an account. */
export async function deleteTokensOf(db: Executor, userId: string): Promise<void> {
  await db.delete(accountToken).where(eq(accountToken.userId, userId));
}

/** Removes what is too old to be used. */
export async function deleteExpiredTokens(db: Executor): Promise<void> {
  await db.delete(accountToken).where(lt(accountToken.expiresAt, sql`now()`));
}
