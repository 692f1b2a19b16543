import { createHash } from 'node:crypto';
import { type Credentials, setUpLinkRefused } from '#features/accounts/rules/account.ts';
import {
  deleteSetting,
  findSetting,
  putSetting,
  takeSetting,
} from '#features/settings/server/index.ts';
import { createLinkToken } from '#platform/auth/secret.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { beginLink } from './attempts.ts';
import { hashPassword } from './auth/passwords.ts';
import { hasAccounts, insertAccount } from './queries/accounts.ts';
import { startSession } from './sign-in.ts';

/** The setting that holds the hash of the current set-up link. */
const settingKey = 'set-up-link';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** How to get admin access to this site. */
export type AdminAccess =
  /** The account of ADMIN_EMAIL was created. */
  | { kind: 'created'; email: string }
  /** There is an account. */
  | { kind: 'existing' }
  /** The token of the link that creates the first account. */
  | { kind: 'set-up'; token: string };

/**
 * Creates the account of ADMIN_EMAIL, or a set-up link while there is no account; only the newest
 * link is valid. An existing account keeps its password.
 */
export async function prepareFirstAdmin({ db, admin }: AccountDeps): Promise<AdminAccess> {
  if (admin) {
    const { email, password } = admin;
    const passwordHash = await hashPassword(password);
    const created = await db.transaction(async (transaction) => {
      await dropSetUpToken(transaction);
      return insertAccount(transaction, { email, passwordHash, isEmailVerified: true });
    });
    return created ? { kind: 'created', email } : { kind: 'existing' };
  }
  if (await hasAccounts(db)) return { kind: 'existing' };
  const token = createLinkToken();
  await putSetting(db, settingKey, hash(token));
  return { kind: 'set-up', token };
}

/** Returns the message that is printed at start. */
export function describeAdminAccess(access: AdminAccess, { siteUrl }: { siteUrl: string }): string {
  if (access.kind === 'set-up')
    return `No account exists yet. Create yours at ${siteUrl}/login/setup?token=${access.token} (works once, until the next start).`;
  const signIn = `Sign in at ${siteUrl}/login`;
  return access.kind === 'created' ? `Created the account of ADMIN_EMAIL. ${signIn}` : signIn;
}

/** Returns whether a set-up link would work, without using it. */
export const isSetUpToken = async ({ db }: AccountDeps, token: string): Promise<boolean> =>
  (await findSetting(db, settingKey)) === hash(token) && !(await hasAccounts(db));

/** Invalidates the set-up link. */
export const dropSetUpToken = (transaction: Transaction) => deleteSetting(transaction, settingKey);

/** Creates the first account with the set-up link, and signs in. Throws `set-up-refused` (403). */
export async function setUpAdmin(
  deps: AccountDeps,
  token: string,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<Session> {
  const { db } = deps;
  const attempt = await beginLink(deps, visitor);
  // Hashing is slow: strangers must not be able to cause it.
  if (!(await isSetUpToken(deps, token))) throw setUpRefused();
  const passwordHash = await hashPassword(password);
  const userId = await db.transaction(async (transaction) => {
    const isTaken = await takeSetting(transaction, settingKey, hash(token));
    if (!isTaken || (await hasAccounts(transaction))) throw setUpRefused();
    const account = { email, passwordHash, isEmailVerified: false };
    const inserted = await insertAccount(transaction, account);
    if (inserted === undefined) throw setUpRefused();
    const subject = { userId: inserted, email, visitor };
    await recordEvent(transaction, 'account-created', subject, 'With the set-up link');
    return inserted;
  });
  await attempt.succeed();
  return startSession(deps, userId, visitor, 'With the set-up link');
}

const setUpRefused = () => new AppError(403, 'set-up-refused', setUpLinkRefused);
