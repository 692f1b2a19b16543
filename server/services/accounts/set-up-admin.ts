import { hashPassword } from 'better-auth/crypto';
import { type Credentials, setUpLinkRefused } from '#domain/account.ts';
import type { Database } from '#server/db/executor.ts';
import { hasAccounts, insertAccount } from '#server/db/queries/accounts.ts';
import { AppError } from '#server/errors.ts';
import { isSetUpToken, takeSetUpToken } from './set-up-link.ts';

/**
 * Makes the first account, for whoever holds the set-up link. The link is used up in the
 * transaction that makes the account: both happen, or neither. Throws `set-up-refused` (403).
 */
export async function setUpAdmin(
  db: Database,
  token: string,
  { email, password }: Credentials,
): Promise<void> {
  // Hashing is slow on purpose; a stranger may not make the server do it.
  if (!(await isSetUpToken(db, token))) throw setUpRefused();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (transaction) => {
    const isTaken = await takeSetUpToken(transaction, token);
    if (!isTaken || (await hasAccounts(transaction))) throw setUpRefused();
    await insertAccount(transaction, { email, passwordHash });
  });
}

const setUpRefused = () =>
  new AppError({
    code: 'set-up-refused',
    status: 403,
    message: 'A set-up link that does not count',
    userMessage: setUpLinkRefused,
  });
