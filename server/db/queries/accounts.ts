import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { account, user } from '#server/db/account-schema.ts';
import { changesOne, type Executor, first, type Transaction } from '#server/db/executor.ts';

/** How Better Auth names the way in by password. */
const passwordProvider = 'credential';

const isPassword = eq(account.providerId, passwordProvider);

/** Returns whether anybody has an account. */
export const hasAccounts = async (db: Executor) => (await db.$count(user)) > 0;

/** Lists the emails of all accounts. */
export const listAccountEmails = async (db: Executor): Promise<string[]> =>
  (await db.select({ email: user.email }).from(user)).map(({ email }) => email);

interface NewAccount {
  /** In lower case. */
  email: string;
  /** As Better Auth hashes it; absent for an account that has none yet. */
  passwordHash?: string;
  /** Whether the email is known to be its owner's: by mail, or by the operator's word. */
  isEmailVerified: boolean;
}

/** Makes an account unless the email has one, and waits for a rival that is still deciding. Returns its id, or nothing. */
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

/** Returns the account with this email (in lower case), and its password's hash if it has a password. */
export const findAccount = (db: Executor, email: string) =>
  first(
    db
      .select({ id: user.id, email: user.email, passwordHash: account.password })
      .from(user)
      .leftJoin(account, and(eq(account.userId, user.id), isPassword))
      .where(eq(user.email, email)),
  );

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Returns the hash of an account's password, if it has one. */
export async function findPasswordHash(db: Executor, userId: string): Promise<string | undefined> {
  const found = await db.query.account.findFirst({
    where: and(eq(account.userId, userId), isPassword),
  });
  return found?.password ?? undefined;
}

/** Gives an account a password, in place of the one before. */
export const putPassword = (db: Executor, userId: string, hash: string) =>
  db
    .insert(account)
    .values({ userId, providerId: passwordProvider, accountId: userId, password: hash })
    .onConflictDoUpdate({
      target: [account.providerId, account.accountId],
      set: { password: hash, updatedAt: sql`now()` },
    });

/** Takes an account's password away. */
export const deletePassword = (db: Executor, userId: string) =>
  db.delete(account).where(and(eq(account.userId, userId), isPassword));

/** Notes that mail to the account's email reaches its owner. */
export const markEmailVerified = (db: Executor, userId: string) =>
  db
    .update(user)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), eq(user.emailVerified, false)));

/** Returns every account, oldest first. */
export const listAccounts = (db: Executor) =>
  db
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

/** Deletes an account with all that belongs to it. Returns whose it was, if there was one. */
export const deleteAccount = (db: Executor, email: string) =>
  first(db.delete(user).where(eq(user.email, email)).returning({ id: user.id, email: user.email }));

const isIdentity = ne(account.providerId, passwordProvider);

/** Returns the identities of other sites that an account is linked with. */
export const listIdentities = (db: Executor, userId: string) =>
  db.query.account.findMany({
    // `accountId` is what the provider calls its account.
    columns: { id: true, providerId: true, accountId: true, createdAt: true },
    where: and(eq(account.userId, userId), isIdentity),
    orderBy: asc(account.createdAt),
  });

/** Unlinks an identity. Returns whether it was there. */
export const deleteIdentity = (db: Executor, userId: string, identityId: string) =>
  changesOne(
    db
      .delete(account)
      .where(and(eq(account.id, identityId), eq(account.userId, userId), isIdentity)),
  );
