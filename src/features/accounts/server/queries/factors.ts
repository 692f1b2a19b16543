import { randomUUID } from 'node:crypto';
import { and, asc, eq, lt, ne } from 'drizzle-orm';
import type { FactorKinds } from '#features/accounts/rules/account.ts';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { factor, passkey, recoveryCode } from '#platform/db/schema/account-schema.ts';

export type Factor = typeof factor.$inferSelect;

const hasStatus = (userId: string, status: Factor['status']) =>
  and(eq(factor.userId, userId), eq(factor.status, status));

/** Returns which kinds of second factors the account has. With any of them, it requires one. */
export const findFactorKinds = async (db: Executor, userId: string): Promise<FactorKinds> => ({
  hasAuthenticator: (await db.$count(factor, hasStatus(userId, 'verified'))) > 0,
  hasPasskey: (await db.$count(passkey, eq(passkey.userId, userId))) > 0,
});

/** Returns whether the account requires a second factor: an authenticator app or a passkey. */
export async function hasSecondFactor(db: Executor, userId: string): Promise<boolean> {
  const { hasAuthenticator, hasPasskey } = await findFactorKinds(db, userId);
  return hasAuthenticator || hasPasskey;
}

/** Returns whether any account has a passkey. */
export const hasPasskeys = async (db: Executor): Promise<boolean> => (await db.$count(passkey)) > 0;

/** Returns the authenticator app, or the one that is being set up to replace it. */
export const findAuthenticator = (db: Executor, userId: string, status: Factor['status']) =>
  db.query.factor.findFirst({ where: hasStatus(userId, status) });

/** Starts the set-up of an authenticator app, replacing any that was never verified. */
export async function insertAuthenticator(db: Executor, userId: string, secret: string) {
  await db.delete(factor).where(hasStatus(userId, 'unverified'));
  const friendlyName = 'Authenticator app';
  await db.insert(factor).values({ id: randomUUID(), userId, friendlyName, secret });
}

/**
 * Accepts the code of a time step, unless that step or a later one was used, and verifies the
 * authenticator. Only one of several concurrent calls returns true.
 */
export const takeStep = (db: Executor, id: string, step: number) =>
  changesOne(
    db
      .update(factor)
      .set({ lastStep: step, status: 'verified' })
      .where(and(eq(factor.id, id), lt(factor.lastStep, step))),
  );

/** Removes the account's authenticators, except one. Returns how many were verified. */
export async function deleteAuthenticators(db: Executor, userId: string, exceptId?: string) {
  const isOther = exceptId === undefined ? undefined : ne(factor.id, exceptId);
  const deletion = db.delete(factor).where(and(eq(factor.userId, userId), isOther));
  const deleted = await deletion.returning({ status: factor.status });
  return deleted.filter(({ status }) => status === 'verified').length;
}

/** Returns the account's passkeys, oldest first. */
export const listPasskeys = (db: Executor, userId: string) =>
  db.query.passkey.findMany({
    columns: { id: true, name: true, createdAt: true, credentialID: true, transports: true },
    where: eq(passkey.userId, userId),
    orderBy: [asc(passkey.createdAt), asc(passkey.id)],
  });

/** Finds a passkey by the id that the browser knows. */
export const findPasskey = (db: Executor, credentialID: string) =>
  db.query.passkey.findFirst({ where: eq(passkey.credentialID, credentialID) });

/** Adds a passkey, unless it exists. Returns whether it was added. */
export const insertPasskey = (db: Executor, row: Omit<typeof passkey.$inferInsert, 'id'>) =>
  changesOne(
    db
      .insert(passkey)
      .values({ ...row, id: randomUUID() })
      .onConflictDoNothing(),
  );

/** Stores how often a passkey has been used. */
export async function setPasskeyCounter(db: Executor, id: string, counter: number): Promise<void> {
  await db.update(passkey).set({ counter }).where(eq(passkey.id, id));
}

/** Removes a passkey. Returns it if it existed. */
export const deletePasskey = (db: Executor, userId: string, id: string) =>
  first(
    db
      .delete(passkey)
      .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
      .returning({ name: passkey.name }),
  );

/** Removes every second factor of an account, and its recovery codes. */
export async function deleteAllFactors(db: Executor, userId: string): Promise<void> {
  await deleteAuthenticators(db, userId);
  await db.delete(passkey).where(eq(passkey.userId, userId));
  await replaceRecoveryCodes(db, userId, []);
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(db: Executor, userId: string, hashes: string[]) {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (hashes.length === 0) return;
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses a recovery code. Only one of several concurrent calls returns true. */
export const takeRecoveryCode = (db: Executor, userId: string, codeHash: string) =>
  changesOne(
    db
      .delete(recoveryCode)
      .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash))),
  );

export const countRecoveryCodes = (db: Executor, userId: string) =>
  db.$count(recoveryCode, eq(recoveryCode.userId, userId));
