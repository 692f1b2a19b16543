import { randomUUID } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { accountToken, type TokenPurpose } from '#server/db/account-schema.ts';
import { changesOne, type Executor, first } from '#server/db/executor.ts';

type NewToken = Omit<typeof accountToken.$inferInsert, 'id' | 'attempts' | 'createdAt'>;

/** Stores a token and returns its id. A code takes the place of the one that went to the same email before. */
export async function insertToken(db: Executor, token: NewToken): Promise<string> {
  if (token.purpose === 'code') await deleteTokens(db, token);
  const id = randomUUID();
  await db.insert(accountToken).values({ ...token, id });
  return id;
}

/** Puts another token in the place of one that waits for its mail. Returns whether it still waits. */
export const renewToken = (
  db: Executor,
  id: string,
  changes: { tokenHash: string; expiresAt: Date },
) => changesOne(db.update(accountToken).set(changes).where(eq(accountToken.id, id)));

const isLive = gt(accountToken.expiresAt, sql`now()`);

const isLiveToken = (tokenHash: string, purpose: TokenPurpose) =>
  and(eq(accountToken.tokenHash, tokenHash), eq(accountToken.purpose, purpose), isLive);

/** Returns a live token without using it up. */
export const findToken = (db: Executor, tokenHash: string, purpose: TokenPurpose) =>
  db.query.accountToken.findFirst({ where: isLiveToken(tokenHash, purpose) });

/** Uses a token up. Of any number of tries at once, one gets it. */
export const takeToken = (db: Executor, tokenHash: string, purpose: TokenPurpose) =>
  first(db.delete(accountToken).where(isLiveToken(tokenHash, purpose)).returning());

const isOf = ({ email, purpose }: { email: string; purpose: TokenPurpose }) =>
  and(eq(accountToken.email, email), eq(accountToken.purpose, purpose));

/**
 * Counts one entry of an email's code, before it is compared, and returns the code; nothing when
 * none lives, or it has been tried as often as the maximum.
 */
export function countCodeEntry(db: Executor, email: string, maximum: number | undefined) {
  const isLeft = maximum === undefined ? undefined : lt(accountToken.attempts, maximum);
  return first(
    db
      .update(accountToken)
      .set({ attempts: sql`${accountToken.attempts} + 1` })
      .where(and(isOf({ email, purpose: 'code' }), isLive, isLeft))
      .returning(),
  );
}

/** Deletes what was mailed to an email for a purpose. */
export const deleteTokens = (db: Executor, which: Parameters<typeof isOf>[0]) =>
  db.delete(accountToken).where(isOf(which));

/** Deletes everything that was mailed to an account. */
export const deleteTokensOf = (db: Executor, userId: string) =>
  db.delete(accountToken).where(eq(accountToken.userId, userId));
