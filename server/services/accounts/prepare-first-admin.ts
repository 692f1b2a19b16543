import { hashPassword } from '#server/auth/passwords.ts';
import type { Database } from '#server/db/executor.ts';
import { hasAccounts, insertAccount } from '#server/db/queries/accounts.ts';
import { createSetUpToken, dropSetUpToken } from './set-up-link.ts';

/** How somebody becomes admin of this site now. */
export type AdminAccess =
  /** The account that ADMIN_EMAIL names was missing and has been made. */
  | { kind: 'created'; email: string }
  /** Somebody has an account. */
  | { kind: 'existing' }
  /** Nobody has: this token makes the first account, once. */
  | { kind: 'set-up'; token: string };

interface PrepareFirstAdminOptions {
  db: Database;
  /** What ADMIN_EMAIL and ADMIN_PASSWORD say. */
  admin: { email: string; password: string } | undefined;
}

/**
 * Sees to it, at start, that somebody can become admin. Any number of processes may do so at
 * once: the account is made once, and of several set-up links the newest counts. An account
 * that exists keeps its password, whatever ADMIN_PASSWORD says.
 */
export async function prepareFirstAdmin({
  db,
  admin,
}: PrepareFirstAdminOptions): Promise<AdminAccess> {
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
  return { kind: 'set-up', token: await createSetUpToken(db) };
}
