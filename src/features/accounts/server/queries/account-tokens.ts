import { randomUUID } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { accountToken, type TokenPurpose } from '#platform/db/schema/account-schema.ts';

type NewToken = Omit<typeof accountToken.$inferInsert, 'id' | 'attempts' | 'createdAt'>;

const isFor = ({ email, purpose }: { email: string; purpose: TokenPurpose }) =>
  and(eq(accountToken.email, email), eq(accountToken.purpose, purpose));

const isLive = gt(accountToken.expiresAt, sql`now()`);

const isLiveToken = (tokenHash: string, purpose: TokenPurpose) =>
  and(eq(accountToken.tokenHash, tokenHash), eq(accountToken.purpose, purpose), isLive);

/** Stores a token and returns its id. A code replaces the previous one of its address. */
export async function insertToken(db: Executor, token: NewToken): Promise<string> {
  if (token.purpose === 'code') await deleteTokens(db, token);
  const id = randomUUID();
  await db.insert(accountToken).values({ ...token, id });
  return id;
}

/** Replaces a token whose email is still queued. Returns whether it still exists. */
export const renewToken = (
  db: Executor,
  id: string,
  changes: { tokenHash: string; expiresAt: Date },
) => changesOne(db.update(accountToken).set(changes).where(eq(accountToken.id, id)));

/** Returns a valid token without using it. */
export const findToken = (db: Executor, tokenHash: string, purpose: TokenPurpose) =>
  db.query.accountToken.findFirst({ where: isLiveToken(tokenHash, purpose) });

/** Uses a token. Only one of several concurrent calls gets it. */
export const takeToken = (db: Executor, tokenHash: string, purpose: TokenPurpose) =>
  first(db.delete(accountToken).where(isLiveToken(tokenHash, purpose)).returning());

/** Counts an attempt at an address's code and returns the code, unless the maximum was reached. */
export function countCodeEntry(db: Executor, email: string, maximum: number | undefined) {
  const isLeft = maximum === undefined ? undefined : lt(accountToken.attempts, maximum);
  return first(
    db
      .update(accountToken)
      .set({ attempts: sql`${accountToken.attempts} + 1` })
      .where(and(isFor({ email, purpose: 'code' }), isLive, isLeft))
      .returning(),
  );
}

/** Deletes an address's tokens for a purpose. */
export const deleteTokens = (db: Executor, which: Parameters<typeof isFor>[0]) =>
  db.delete(accountToken).where(isFor(which));

/** Deletes all tokens of an account. */
export const deleteTokensOf = (db: Executor, userId: string) =>
  db.delete(accountToken).where(eq(accountToken.userId, userId));
