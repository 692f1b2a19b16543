import { type Credentials, setUpLinkRefused } from '#domain/account.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Database } from '#server/db/executor.ts';
import { hasAccounts, insertAccount } from '#server/db/queries/accounts.ts';
import { AppError } from '#server/errors.ts';
import { recordEvent } from './account-deps.ts';
import { isSetUpToken, takeSetUpToken } from './set-up-link.ts';

/**
 * Makes the first account, for whoever holds the set-up link, and answers its id. The link is used up in the
 * transaction that makes the account: both happen, or neither. Throws `set-up-refused` (403).
 */
export async function setUpAdmin(
  db: Database,
  token: string,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<string> {
  // Hashing is slow on purpose; a stranger may not make the server do it.
  if (!(await isSetUpToken(db, token))) throw setUpRefused();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (transaction) => {
    const isTaken = await takeSetUpToken(transaction, token);
    if (!isTaken || (await hasAccounts(transaction))) throw setUpRefused();
    // The first mail whose link is used will show whether the address is theirs.
    const account = { email, passwordHash, isEmailVerified: false };
    const userId = await insertAccount(transaction, account);
    if (userId === undefined) throw setUpRefused();
    await recordEvent(transaction, 'account-created', { userId, email }, visitor, 'set-up link');
    return userId;
  });
}

const setUpRefused = () =>
  new AppError({
    code: 'set-up-refused',
    status: 403,
    message: 'A set-up link that does not count',
    userMessage: setUpLinkRefused,
  });
