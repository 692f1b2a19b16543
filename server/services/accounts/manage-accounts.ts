import { shellIpAddress } from '#domain/account-event.ts';
import { createLinkToken } from '#server/auth/secret.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Transaction } from '#server/db/executor.ts';
import { deleteTokensOf, insertToken } from '#server/db/queries/account-tokens.ts';
import {
  deleteAccount,
  deletePassword,
  findAccount,
  insertAccount,
} from '#server/db/queries/accounts.ts';
import { deleteAllFactors } from '#server/db/queries/factors.ts';
import { deleteSessions } from '#server/db/queries/sessions.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { toStoredToken } from './account-tokens.ts';
import { dropSetUpToken } from './first-admin.ts';

/** What cannot be done, in words for whoever sits at the shell. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

type ManageDeps = Pick<AccountDeps, 'db' | 'secret'>;

const shell: Visitor = { ipAddress: shellIpAddress, headers: new Headers() };

/**
 * Makes an account. Returns the token of the link by which its owner chooses a password, so that none
 * stands on a command line. Throws AccountError when the email has an account.
 */
export async function createAccount({ db, secret }: ManageDeps, email: string): Promise<string> {
  return db.transaction(async (transaction) => {
    const userId = await insertAccount(transaction, { email, isEmailVerified: true });
    if (userId === undefined) throw new AccountError(`${email} already has an account.`);
    await dropSetUpToken(transaction);
    await recordEvent(transaction, 'account-created', { userId, email, visitor: shell }, 'shell');
    return putPasswordToken(transaction, secret, { userId, email });
  });
}

/**
 * Takes the password away, second factors too where asked for, and signs out everywhere. Returns the
 * token of the link by which a new one is chosen. Throws AccountError when there is no such account.
 */
export async function resetAccount(
  { db, secret }: ManageDeps,
  email: string,
  { isSecondFactorRemoved }: { isSecondFactorRemoved: boolean },
): Promise<string> {
  return db.transaction(async (transaction) => {
    const account = await findAccount(transaction, email);
    if (!account) throw new AccountError(`${email} has no account.`);
    const { id: userId } = account;
    await deletePassword(transaction, userId);
    await deleteSessions(transaction, userId);
    await deleteTokensOf(transaction, userId);
    if (isSecondFactorRemoved) await deleteAllFactors(transaction, userId);
    const detail = isSecondFactorRemoved ? 'password and second factors' : 'password';
    await recordEvent(transaction, 'reset-by-shell', { userId, email, visitor: shell }, detail);
    return putPasswordToken(transaction, secret, { userId, email });
  });
}

/** Removes an account with all that belongs to it. Throws AccountError when there is no such account. */
export async function removeAccount({ db }: ManageDeps, email: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const removed = await deleteAccount(transaction, email);
    if (!removed) throw new AccountError(`${email} has no account.`);
    const subject = { userId: removed.id, email, visitor: shell };
    await recordEvent(transaction, 'account-removed', subject);
  });
}

async function putPasswordToken(
  transaction: Transaction,
  secret: string,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const token = createLinkToken();
  const stored = toStoredToken(secret, { purpose: 'new-password', email, token });
  await insertToken(transaction, { ...stored, userId });
  return token;
}
