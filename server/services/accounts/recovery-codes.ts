import { Secret } from 'otpauth';
import { hashToken } from '#server/auth/secret.ts';
import type { Session } from '#server/auth/visitor.ts';
import type { Transaction } from '#server/db/executor.ts';
import { hasSecondFactor, replaceRecoveryCodes } from '#server/db/queries/factors.ts';
import { AppError } from '#server/errors.ts';
import { type AccountDeps, recordAndNotify } from './account-deps.ts';
import { confirmPassword } from './passwords.ts';

const recoveryCodeCount = 10;

/** Replaces the recovery codes. Requires the password, and a second factor to recover from. */
export async function renewRecoveryCodes(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
): Promise<string[]> {
  await confirmPassword(deps, session, password);
  return deps.db.transaction(async (transaction) => {
    if (!(await hasSecondFactor(transaction, session.userId))) throw noSuchFactor();
    await recordAndNotify(deps, transaction, 'recovery-codes-made', session);
    return replaceCodes(deps, transaction, session.userId);
  });
}

/** Creates new recovery codes: 60 bits each, in groups that are easy to read. */
export async function replaceCodes(
  { secret }: AccountDeps,
  transaction: Transaction,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ size: 8 }).base32.slice(0, 12),
  );
  const hashes = codes.map((code) => hashToken(secret, 'recovery', code));
  await replaceRecoveryCodes(transaction, userId, hashes);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Removes the recovery codes with the account's last second factor. */
export async function dropUnneededCodes(transaction: Transaction, userId: string): Promise<void> {
  if (!(await hasSecondFactor(transaction, userId))) {
    await replaceRecoveryCodes(transaction, userId, []);
  }
}

export const noSuchFactor = () =>
  new AppError(404, 'no-such-factor', 'This was removed already. Reload the page.');
