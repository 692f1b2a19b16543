import { shellIpAddress } from '#features/accounts/rules/account-event.ts';
import { createLinkToken } from '#platform/auth/secret.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { toStoredToken } from './account-tokens.ts';
import { dropSetUpToken } from './first-admin.ts';
import { deleteTokensOf, insertToken } from './queries/account-tokens.ts';
import {
  deleteAccount,
  deletePassword,
  findAccount,
  findPasswordHash,
  insertAccount,
  listAccounts,
} from './queries/accounts.ts';
import { deleteAllFactors, hasSecondFactor } from './queries/factors.ts';
import { deleteSessions } from './queries/sessions.ts';

/** An account command that cannot be carried out. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

type ManageDeps = Pick<AccountDeps, 'db' | 'secret'>;

const shell: Visitor = { ipAddress: shellIpAddress, headers: new Headers() };

/** Creates an account. Returns the token of the link to choose its password. Throws AccountError. */
export async function createAccount({ db, secret }: ManageDeps, email: string): Promise<string> {
  return db.transaction(async (transaction) => {
    const userId = await insertAccount(transaction, { email, isEmailVerified: true });
    if (userId === undefined) throw new AccountError(`${email} already has an account.`);
    await dropSetUpToken(transaction);
    const subject = { userId, email, visitor: shell };
    await recordEvent(transaction, 'account-created', subject, 'On the server');
    return putPasswordToken(transaction, secret, { userId, email });
  });
}

/**
 * Removes the password, optionally the second factors, and all sessions. Returns the token of the
 * link to choose a new password. Throws AccountError.
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
    const what = isSecondFactorRemoved ? 'Password and second factors' : 'Password';
    await recordEvent(transaction, 'reset-by-shell', { userId, email, visitor: shell }, what);
    return putPasswordToken(transaction, secret, { userId, email });
  });
}

/** Removes an account with all its data. Throws AccountError. */
export async function removeAccount({ db }: ManageDeps, email: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const userId = await deleteAccount(transaction, email);
    if (userId === undefined) throw new AccountError(`${email} has no account.`);
    await recordEvent(transaction, 'account-removed', { userId, email, visitor: shell });
  });
}

/** Describes every account on one line. */
export async function describeAccounts({ db }: ManageDeps): Promise<string[]> {
  const accounts = await listAccounts(db);
  const lines = accounts.map(async ({ id, email, createdAt }) => {
    const facts = [
      (await findPasswordHash(db, id)) === undefined ? 'no password yet' : 'password',
      (await hasSecondFactor(db, id)) ? 'two-step sign-in' : 'no two-step sign-in',
      `since ${createdAt.toISOString().slice(0, 10)}`,
    ];
    return `${email}  ${facts.join(', ')}`;
  });
  return Promise.all(lines);
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
