import { createHash } from 'node:crypto';
import { type Credentials, setUpLinkRefused } from '#domain/account.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { createLinkToken } from '#server/auth/secret.ts';
import type { Session, Visitor } from '#server/auth/visitor.ts';
import type { Transaction } from '#server/db/executor.ts';
import { hasAccounts, insertAccount } from '#server/db/queries/accounts.ts';
import {
  deleteSetting,
  findSetting,
  putSetting,
  takeSetting,
} from '#server/db/queries/settings.ts';
import { AppError } from '#server/errors.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { beginLink } from './attempts.ts';
import { startSession } from './sign-in.ts';

/** Where the one set-up link that counts is remembered, as a hash: reading the table opens nothing. */
const settingKey = 'set-up-link';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** How somebody becomes admin of this site now. */
export type AdminAccess =
  /** The account that ADMIN_EMAIL names was missing and has been made. */
  | { kind: 'created'; email: string }
  /** Somebody has an account. */
  | { kind: 'existing' }
  /** Nobody has: this token makes the first account, once. */
  | { kind: 'set-up'; token: string };

/**
 * Sees to it, at start, that somebody can become admin; of several processes' set-up links the
 * newest counts. An account that exists keeps its password, whatever ADMIN_PASSWORD says.
 */
export async function prepareFirstAdmin({ db, admin }: AccountDeps): Promise<AdminAccess> {
  if (admin) {
    const passwordHash = await hashPassword(admin.password);
    const created = await db.transaction(async (transaction) => {
      await dropSetUpToken(transaction);
      // The operator vouches for the address.
      const { email } = admin;
      return insertAccount(transaction, { email, passwordHash, isEmailVerified: true });
    });
    return created ? { kind: 'created', email: admin.email } : { kind: 'existing' };
  }
  if (await hasAccounts(db)) return { kind: 'existing' };
  const token = createLinkToken();
  await putSetting(db, settingKey, hash(token));
  return { kind: 'set-up', token };
}

/** Returns what the operator reads at start: how to become admin, or where to sign in. */
export function describeAdminAccess(access: AdminAccess, { siteUrl }: { siteUrl: string }): string {
  switch (access.kind) {
    case 'set-up':
      return `No account exists yet. Create yours at ${siteUrl}/login/setup?token=${access.token} (works once, until the next start).`;
    case 'created':
      return `Created the account of ADMIN_EMAIL. Sign in at ${siteUrl}/login`;
    case 'existing':
      return `Sign in at ${siteUrl}/login`;
  }
}

/** Whether a set-up link would make the first account now. Uses nothing up. */
export const isSetUpToken = async ({ db }: AccountDeps, token: string): Promise<boolean> =>
  (await findSetting(db, settingKey)) === hash(token) && !(await hasAccounts(db));

/** There is an account: whatever link was printed opens nothing any more. */
export const dropSetUpToken = (transaction: Transaction) => deleteSetting(transaction, settingKey);

/**
 * Makes the first account and signs it in. The set-up link is used up in the same transaction: of
 * any number of tries at once, one succeeds. Throws `set-up-refused` (403).
 */
export async function setUpAdmin(
  deps: AccountDeps,
  token: string,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<Session> {
  const { db } = deps;
  const attempt = await beginLink(deps, visitor);
  // Hashing is slow on purpose; a stranger may not make the server do it.
  if (!(await isSetUpToken(deps, token))) throw setUpRefused();
  const passwordHash = await hashPassword(password);
  const userId = await db.transaction(async (transaction) => {
    const isTaken = await takeSetting(transaction, settingKey, hash(token));
    if (!isTaken || (await hasAccounts(transaction))) throw setUpRefused();
    // The first mail whose link is used will show whether the address is theirs.
    const account = { email, passwordHash, isEmailVerified: false };
    const inserted = await insertAccount(transaction, account);
    if (inserted === undefined) throw setUpRefused();
    const subject = { userId: inserted, email, visitor };
    await recordEvent(transaction, 'account-created', subject, 'set-up link');
    return inserted;
  });
  await attempt.succeed();
  return startSession(deps, userId, visitor, { detail: 'set-up link' });
}

const setUpRefused = () => new AppError(403, 'set-up-refused', setUpLinkRefused);
