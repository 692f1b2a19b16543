import { and, asc, count, eq, lt } from 'drizzle-orm';
import { factor, recoveryCode } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';

export type Factor = typeof factor.$inferSelect;

const isVerified = () => eq(factor.status, 'verified');

/** Whether the account demands a second factor. */
export async function hasVerifiedFactor(db: Executor, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: factor.id })
    .from(factor)
    .where(and(eq(factor.userId, userId), isVerified()))
    .limit(1);
  return found.length > 0;
}

/** The factors of an account that count, oldest first. */
export function listVerifiedFactors(db: Executor, userId: string): Promise<Factor[]> {
  return db
    .select()
    .from(factor)
    .where(and(eq(factor.userId, userId), isVerified()))
    .orderBy(asc(factor.createdAt), asc(factor.id));
}

/** A factor of an account, whether or not it counts yet. */
export async function findFactor(
  db: Executor,
  userId: string,
  id: string,
): Promise<Factor | undefined> {
  const [found] = await db
    .select()
    .from(factor)
    .where(and(eq(factor.id, id), eq(factor.userId, userId)));
  return found;
}

/** Begins a factor. Earlier ones that were never verified are forgotten: their secret was shown and not used. */
export async function insertFactor(
  db: Executor,
  { userId, friendlyName, secret }: { userId: string; friendlyName: string; secret: string },
): Promise<string> {
  await db.delete(factor).where(and(eq(factor.userId, userId), eq(factor.status, 'unverified')));
  const [inserted] = await db
    .insert(factor)
    .values({ userId, friendlyName, secret })
    .returning({ id: factor.id });
  if (!inserted) throw new Error('The factor was not inserted');
  return inserted.id;
}

/**
 * Takes a step's code, unless it or a later one was taken before, and makes the factor count.
 * Of any number of tries with one code at once, one is told true.
 */
export async function takeStep(db: Executor, id: string, step: number): Promise<boolean> {
  const taken = await db
    .update(factor)
    .set({ lastStep: step, status: 'verified' })
    .where(and(eq(factor.id, id), lt(factor.lastStep, step)))
    .returning({ id: factor.id });
  return taken.length === 1;
}

/** The secrets of all factors, encrypted as they are. */
export const listFactorSecrets = (db: Executor): Promise<Pick<Factor, 'id' | 'secret'>[]> =>
  db.select({ id: factor.id, secret: factor.secret }).from(factor);

/** Puts a secret that was encrypted anew in the place of the one before. */
export async function putFactorSecret(db: Executor, id: string, secret: string): Promise<void> {
  await db.update(factor).set({ secret }).where(eq(factor.id, id));
}

/** Removes a factor. Answers its name, if it was there. */
export async function deleteFactor(
  db: Executor,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const [deleted] = await db
    .delete(factor)
    .where(and(eq(factor.id, id), eq(factor.userId, userId)))
    .returning({ name: factor.friendlyName });
  return deleted?.name;
}

/** Removes every second factor of an account, recovery codes included. */
export async function deleteAllFactors(db: Executor, userId: string): Promise<void> {
  await db.delete(factor).where(eq(factor.userId, userId));
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

/** Puts new recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  db: Executor,
  userId: string,
  hashes: string[],
): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (hashes.length === 0) return;
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses a recovery code up. Of any number of tries at once, one is told true. */
export async function takeRecoveryCode(
  db: Executor,
  userId: string,
  codeHash: string,
): Promise<boolean> {
  const taken = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash)))
    .returning({ userId: recoveryCode.userId });
  return taken.length === 1;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(eq(recoveryCode.userId, userId));
  return row?.left ?? 0;
}
