import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { accountToken, type TokenPurpose } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';

export type AccountToken = typeof accountToken.$inferSelect;

interface NewToken {
  purpose: TokenPurpose;
  userId: string | null;
  email: string;
  tokenHash: string;
  passwordHash?: string;
  expiresAt: Date;
}

/** Keeps a token and answers its row's id. A code takes the place of the one that went to the same address before. */
export async function insertToken(db: Executor, token: NewToken): Promise<string> {
  if (token.purpose === 'code') await deleteTokens(db, token);
  const [inserted] = await db.insert(accountToken).values(token).returning({ id: accountToken.id });
  if (!inserted) throw new Error('The token was not inserted');
  return inserted.id;
}

/** Puts another token in the place of one that waits for its mail. Answers whether it still waits. */
export async function renewToken(
  db: Executor,
  id: string,
  changes: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const renewed = await db
    .update(accountToken)
    .set(changes)
    .where(eq(accountToken.id, id))
    .returning({ id: accountToken.id });
  return renewed.length === 1;
}

const isLive = (tokenHash: string, purpose: TokenPurpose) =>
  and(
    eq(accountToken.tokenHash, tokenHash),
    eq(accountToken.purpose, purpose),
    gt(accountToken.expiresAt, sql`now()`),
  );

/** Looks at a token without using it up. */
export async function findToken(
  db: Executor,
  tokenHash: string,
  purpose: TokenPurpose,
): Promise<AccountToken | undefined> {
  const [found] = await db.select().from(accountToken).where(isLive(tokenHash, purpose));
  return found;
}

/** Uses a token up. Of any number of tries at once, one gets it. */
export async function takeToken(
  db: Executor,
  tokenHash: string,
  purpose: TokenPurpose,
): Promise<AccountToken | undefined> {
  const [taken] = await db.delete(accountToken).where(isLive(tokenHash, purpose)).returning();
  return taken;
}

/**
 * Counts one entry of an address's code and answers the code, unless there is none that
 * lives or it has been tried too often, where there is a maximum. Counted before it is compared: entries that come
 * side by side are counted as well.
 */
export async function countCodeEntry(
  db: Executor,
  email: string,
  maximum: number | undefined,
): Promise<AccountToken | undefined> {
  const [counted] = await db
    .update(accountToken)
    .set({ attempts: sql`${accountToken.attempts} + 1` })
    .where(
      and(
        eq(accountToken.email, email),
        eq(accountToken.purpose, 'code'),
        gt(accountToken.expiresAt, sql`now()`),
        maximum === undefined ? undefined : lt(accountToken.attempts, maximum),
      ),
    )
    .returning();
  return counted;
}

/** Forgets what was mailed to an address for a purpose. */
export async function deleteTokens(
  db: Executor,
  { email, purpose }: { email: string; purpose: TokenPurpose },
): Promise<void> {
  await db
    .delete(accountToken)
    .where(and(eq(accountToken.email, email), eq(accountToken.purpose, purpose)));
}

/** Forgets everything that was mailed to an account. */
export async function deleteTokensOf(db: Executor, userId: string): Promise<void> {
  await db.delete(accountToken).where(eq(accountToken.userId, userId));
}

/** Removes what is too old to be used. */
export async function deleteExpiredTokens(db: Executor): Promise<void> {
  await db.delete(accountToken).where(lt(accountToken.expiresAt, sql`now()`));
}
