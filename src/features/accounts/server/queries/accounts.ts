import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { account, user } from '#platform/db/schema/account-schema.ts';

/** Better Auth's name for passwords. */
const passwordProvider = 'credential';

const isPassword = eq(account.providerId, passwordProvider);
const isIdentity = ne(account.providerId, passwordProvider);

export const hasAccounts = async (db: Executor) => (await db.$count(user)) > 0;

interface NewAccount {
  /** In lower case. */
  email: string;
  passwordHash?: string;
  isEmailVerified: boolean;
}

/** Creates an account and returns its id; undefined if the email already has one. */
export async function insertAccount(
  transaction: Transaction,
  { email, passwordHash, isEmailVerified }: NewAccount,
): Promise<string | undefined> {
  const inserted = await first(
    transaction
      .insert(user)
      .values({ email, name: email, emailVerified: isEmailVerified })
      .onConflictDoNothing()
      .returning({ id: user.id }),
  );
  if (!inserted) return undefined;
  if (passwordHash !== undefined) await putPassword(transaction, inserted.id, passwordHash);
  return inserted.id;
}

/** Returns the account with an email (in lower case), and its password's hash if it has one. */
export const findAccount = (db: Executor, email: string) =>
  first(
    db
      .select({ id: user.id, email: user.email, passwordHash: account.password })
      .from(user)
      .leftJoin(account, and(eq(account.userId, user.id), isPassword))
      .where(eq(user.email, email)),
  );

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findPasswordHash(db: Executor, userId: string): Promise<string | undefined> {
  const where = and(eq(account.userId, userId), isPassword);
  return (await db.query.account.findFirst({ where }))?.password ?? undefined;
}

/** Sets an account's password. */
export const putPassword = (db: Executor, userId: string, hash: string) =>
  db
    .insert(account)
    .values({ userId, providerId: passwordProvider, accountId: userId, password: hash })
    .onConflictDoUpdate({
      target: [account.providerId, account.accountId],
      set: { password: hash, updatedAt: sql`now()` },
    });

export const deletePassword = (db: Executor, userId: string) =>
  db.delete(account).where(and(eq(account.userId, userId), isPassword));

/** Returns every account, oldest first. */
export const listAccounts = (db: Executor) =>
  db
    .select({ id: user.id, email: user.email, createdAt: user.createdAt })
    .from(user)
    .orderBy(asc(user.createdAt), asc(user.id));

/** Deletes an account with all its data. Returns its id if it existed. */
export const deleteAccount = async (db: Executor, email: string) =>
  (await first(db.delete(user).where(eq(user.email, email)).returning({ id: user.id })))?.id;

/** Returns the provider identities that are linked with an account. */
export const listIdentities = (db: Executor, userId: string) =>
  db.query.account.findMany({
    columns: { id: true, createdAt: true },
    where: and(eq(account.userId, userId), isIdentity),
    orderBy: asc(account.createdAt),
  });

/** Unlinks an identity. Returns whether it was linked. */
export const deleteIdentity = (db: Executor, userId: string, id: string) =>
  changesOne(
    db.delete(account).where(and(eq(account.id, id), eq(account.userId, userId), isIdentity)),
  );
