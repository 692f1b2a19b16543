import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { account, user } from '#server/db/auth-schema.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';

/** How Better Auth names the way in by password. */
export const passwordProvider = 'credential';

/** Whether anybody has an account. */
export async function hasAccounts(db: Executor): Promise<boolean> {
  const found = await db.select({ id: user.id }).from(user).limit(1);
  return found.length > 0;
}

interface NewAccount {
  /** In lower case. */
  email: string;
  /** As Better Auth hashes it; absent for an account that has none yet. */
  passwordHash?: string;
  /** Whether the address is known to be its owner's: by mail, or by the operator's word. */
  isEmailVerified: boolean;
}

/**
 * Makes an account, unless the address has one. Answers its id, or nothing. Waits for a
 * rival that is still deciding.
 */
export async function insertAccount(
  transaction: Transaction,
  { email, passwordHash, isEmailVerified }: NewAccount,
): Promise<string | undefined> {
  const [inserted] = await transaction
    .insert(user)
    .values({ email, name: email, emailVerified: isEmailVerified })
    .onConflictDoNothing()
    .returning({ id: user.id });
  if (!inserted) return undefined;
  if (passwordHash !== undefined) await putPassword(transaction, inserted.id, passwordHash);
  return inserted.id;
}

/** Somebody who has an account. */
export interface AccountOwner {
  id: string;
  email: string;
}

/** An account, and its password's hash if it has a password. */
export interface Account extends AccountOwner {
  passwordHash: string | null;
}

/** The account with this address (in lower case). */
export async function findAccount(db: Executor, email: string): Promise<Account | undefined> {
  const [found] = await db
    .select({ id: user.id, email: user.email, passwordHash: account.password })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, passwordProvider)))
    .where(eq(user.email, email));
  return found;
}

/** The hash of an account's password, if it has one. */
export async function findPasswordHash(db: Executor, userId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ hash: account.password })
    .from(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, passwordProvider)));
  return found?.hash ?? undefined;
}

/** Gives an account a password, in place of the one before. */
export async function putPassword(db: Executor, userId: string, hash: string): Promise<void> {
  await db
    .insert(account)
    .values({ userId, providerId: passwordProvider, accountId: userId, password: hash })
    .onConflictDoUpdate({
      target: [account.providerId, account.accountId],
      set: { password: hash, updatedAt: sql`now()` },
    });
}

/** Takes an account's password away. */
export async function dropPassword(db: Executor, userId: string): Promise<void> {
  await db
    .delete(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, passwordProvider)));
}

/** Notes that mail to the account's address reaches its owner. */
export async function markEmailVerified(db: Executor, userId: string): Promise<void> {
  await db
    .update(user)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), eq(user.emailVerified, false)));
}

/** An account as lists show it. */
export interface ListedAccount extends AccountOwner {
  createdAt: Date;
  hasPassword: boolean;
  hasSecondFactor: boolean;
}

/** Every account, oldest first. */
export function listAccounts(db: Executor): Promise<ListedAccount[]> {
  return db
    .select({
      id: user.id,
      email: user.email,
      createdAt: user.createdAt,
      hasPassword: sql<boolean>`exists (select 1 from account where account.user_id = "user".id
        and account.provider_id = ${passwordProvider})`,
      hasSecondFactor: sql<boolean>`exists (select 1 from factor where factor.user_id = "user".id
        and factor.status = 'verified')`,
    })
    .from(user)
    .orderBy(asc(user.createdAt), asc(user.id));
}

/** Deletes an account with all that belongs to it. Answers whose it was, if there was one. */
export async function deleteAccount(
  db: Executor,
  email: string,
): Promise<AccountOwner | undefined> {
  const [deleted] = await db
    .delete(user)
    .where(eq(user.email, email))
    .returning({ id: user.id, email: user.email });
  return deleted;
}

/** A way in by another site's account. */
export interface LinkedIdentity {
  id: string;
  providerId: string;
  /** What the provider calls its account. */
  accountId: string;
  createdAt: Date;
}

/** The identities of other sites that an account is linked with. */
export function listIdentities(db: Executor, userId: string): Promise<LinkedIdentity[]> {
  return db
    .select({
      id: account.id,
      providerId: account.providerId,
      accountId: account.accountId,
      createdAt: account.createdAt,
    })
    .from(account)
    .where(and(eq(account.userId, userId), ne(account.providerId, passwordProvider)))
    .orderBy(asc(account.createdAt));
}

/** Unlinks an identity. Answers whether it was there. */
export async function deleteIdentity(
  db: Executor,
  userId: string,
  identityId: string,
): Promise<boolean> {
  const deleted = await db
    .delete(account)
    .where(
      and(
        eq(account.id, identityId),
        eq(account.userId, userId),
        ne(account.providerId, passwordProvider),
      ),
    )
    .returning({ id: account.id });
  return deleted.length === 1;
}
