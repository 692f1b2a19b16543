import { account, user } from '#server/db/auth-schema.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';

/** Whether anybody has an account. */
export async function hasAccounts(db: Executor): Promise<boolean> {
  const found = await db.select({ id: user.id }).from(user).limit(1);
  return found.length > 0;
}

interface NewAccount {
  /** In lower case. */
  email: string;
  /** As Better Auth hashes it. */
  passwordHash: string;
}

/**
 * Makes an account that signs in with a password, unless the address has one. Answers
 * whether it did. Waits for a rival that is still deciding.
 */
export async function insertAccount(
  transaction: Transaction,
  { email, passwordHash }: NewAccount,
): Promise<boolean> {
  const [inserted] = await transaction
    .insert(user)
    .values({ email, name: email })
    .onConflictDoNothing()
    .returning({ id: user.id });
  if (!inserted) return false;
  await transaction.insert(account).values({
    userId: inserted.id,
    providerId: 'credential',
    accountId: inserted.id,
    password: passwordHash,
  });
  return true;
}
