import { randomUUID } from 'node:crypto';
import { and, asc, eq, lt } from 'drizzle-orm';
import { factor, recoveryCode } from '#server/db/account-schema.ts';
import { changesOne, type Executor, first } from '#server/db/executor.ts';

export type Factor = typeof factor.$inferSelect;

const isVerifiedOf = (userId: string) =>
  and(eq(factor.userId, userId), eq(factor.status, 'verified'));

const isFactorOf = (userId: string, id: string) =>
  and(eq(factor.id, id), eq(factor.userId, userId));

/** Returns whether the account demands a second factor. */
export const hasVerifiedFactor = async (db: Executor, userId: string) =>
  (await db.$count(factor, isVerifiedOf(userId))) > 0;

/** Returns the factors of an account that count, oldest first. */
export const listVerifiedFactors = (db: Executor, userId: string) =>
  db.query.factor.findMany({
    where: isVerifiedOf(userId),
    orderBy: [asc(factor.createdAt), asc(factor.id)],
  });

/** Returns a factor of an account, whether or not it counts yet. */
export const findFactor = (db: Executor, userId: string, id: string) =>
  db.query.factor.findFirst({ where: isFactorOf(userId, id) });

/** Begins a factor. Earlier ones that were never verified are deleted: their secret was shown and not used. */
export async function insertFactor(
  db: Executor,
  { userId, friendlyName, secret }: { userId: string; friendlyName: string; secret: string },
): Promise<string> {
  await db.delete(factor).where(and(eq(factor.userId, userId), eq(factor.status, 'unverified')));
  const id = randomUUID();
  await db.insert(factor).values({ id, userId, friendlyName, secret });
  return id;
}

/**
 * Takes a step's code, unless it or a later one was taken, and makes the factor count. Of many
 * tries at once, one gets true.
 */
export const takeStep = (db: Executor, id: string, step: number) =>
  changesOne(
    db
      .update(factor)
      .set({ lastStep: step, status: 'verified' })
      .where(and(eq(factor.id, id), lt(factor.lastStep, step))),
  );

/** Returns the secrets of all factors, encrypted as they are. */
export const listFactorSecrets = (db: Executor) =>
  db.query.factor.findMany({ columns: { id: true, secret: true } });

/** Puts a secret that was encrypted anew in the place of the one before. */
export const putFactorSecret = (db: Executor, id: string, secret: string) =>
  db.update(factor).set({ secret }).where(eq(factor.id, id));

/** Removes a factor. Returns its name, if it was there. */
export async function deleteFactor(db: Executor, userId: string, id: string) {
  const deletion = db.delete(factor).where(isFactorOf(userId, id));
  return (await first(deletion.returning({ name: factor.friendlyName })))?.name;
}

/** Removes every second factor of an account, recovery codes included. */
export async function deleteAllFactors(db: Executor, userId: string): Promise<void> {
  await db.delete(factor).where(eq(factor.userId, userId));
  await replaceRecoveryCodes(db, userId, []);
}

/** Puts new recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(db: Executor, userId: string, hashes: string[]) {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (hashes.length === 0) return;
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses a recovery code up. Of any number of tries at once, one gets true. */
export const takeRecoveryCode = (db: Executor, userId: string, codeHash: string) =>
  changesOne(
    db
      .delete(recoveryCode)
      .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash))),
  );

/** Returns how many recovery codes are left. */
export const countRecoveryCodes = (db: Executor, userId: string) =>
  db.$count(recoveryCode, eq(recoveryCode.userId, userId));
