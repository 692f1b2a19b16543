import { Secret } from 'otpauth';
import { wrongCode } from '#features/accounts/rules/account.ts';
import { decrypt, encrypt, hashToken } from '#platform/auth/secret.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { type AccountDeps, recordAndNotify, recordEvent } from './account-deps.ts';
import { beginAttempt } from './attempts.ts';
import { findStep, toKeyUri } from './auth/totp.ts';
import { signedOut } from './authorise.ts';
import { confirmPassword } from './passwords.ts';
import {
  countRecoveryCodes,
  deleteAuthenticators,
  type Factor,
  findAuthenticator,
  findFactorKinds,
  hasSecondFactor,
  insertAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './queries/factors.ts';
import { deleteSessions } from './queries/sessions.ts';
import { recordSignIn } from './sign-in.ts';

/** Returns which second factors complete a sign-in to the session's account. */
export const findFactors = ({ db }: AccountDeps, { userId }: Session) =>
  findFactorKinds(db, userId);

/** Returns the secret of an authenticator; undefined if it was encrypted with another site secret. */
async function readSecret({ secret }: AccountDeps, factor: Factor): Promise<Secret | undefined> {
  const decrypted = await decrypt(secret, factor.secret);
  if (decrypted === undefined) return undefined;
  return new Secret({ buffer: Uint8Array.from(Buffer.from(decrypted, 'base64')).buffer });
}

/** Starts to set up the authenticator app. Requires the password. Returns its secret, once. */
export async function beginAuthenticator(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
) {
  await confirmPassword(deps, session, password);
  // 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 });
  const encrypted = await encrypt(deps.secret, Buffer.from(secret.bytes).toString('base64'));
  await deps.db.transaction((transaction) =>
    insertAuthenticator(transaction, session.userId, encrypted),
  );
  const { site } = await deps.readSettings();
  return { secret: secret.base32, uri: toKeyUri(secret, site.name, session.email) };
}

/**
 * Activates the authenticator app with its first code, replacing the previous one. Other sessions
 * end. Returns the raised session, and recovery codes if this is the first second factor.
 */
export async function verifyAuthenticator(
  deps: AccountDeps,
  session: Session,
  { code }: { code: string },
) {
  const { db } = deps;
  const { userId } = session;
  const attempt = await beginAttempt(deps, 'challenge', session.email, session.visitor);
  const found = await findAuthenticator(db, userId, 'unverified');
  if (!found) throw noSuchFactor();
  const secret = await readSecret(deps, found);
  const step = secret && findStep(secret, code, new Date());
  const recoveryCodes = await db.transaction(async (transaction) => {
    const isFirst = !(await hasSecondFactor(transaction, userId));
    if (step === undefined || !(await takeStep(transaction, found.id, step))) {
      throw invalidBody([{ field: 'code', message: wrongCode }]);
    }
    await deleteAuthenticators(transaction, userId, found.id);
    await recordAndNotify(deps, transaction, 'factor-added', session);
    await deleteSessions(transaction, userId, session.id);
    return isFirst ? replaceCodes(deps, transaction, userId) : undefined;
  });
  await attempt.succeed();
  return { session: await deps.sessions.begin(userId, 'aal2', session.visitor), recoveryCodes };
}

/** Removes the authenticator app. Requires the password. */
export async function removeAuthenticator(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
): Promise<void> {
  await confirmPassword(deps, session, password);
  await deps.db.transaction(async (transaction) => {
    if ((await deleteAuthenticators(transaction, session.userId)) === 0) throw noSuchFactor();
    await dropUnneededCodes(transaction, session.userId);
    await recordAndNotify(deps, transaction, 'factor-removed', session);
  });
}

/**
 * Completes a sign-in with a code of the authenticator app, or a recovery code. Each works once.
 * Throws `signed-out` and `wrong-code` (401), 429, and `unreadable-factor` (409).
 */
export async function passChallenge(deps: AccountDeps, code: string, visitor: Visitor) {
  const { db, sessions } = deps;
  const session = await sessions.find(visitor);
  if (!session) throw signedOut();
  const { userId } = session;
  const attempt = await beginAttempt(deps, 'challenge', session.email, visitor);
  const isRecovery = !/^\d+$/.test(code);
  const isRight = isRecovery
    ? await takeRecoveryCode(db, userId, hashToken(deps.secret, 'recovery', code))
    : await takeCode(deps, userId, code);
  if (!isRight) {
    await recordEvent(db, 'sign-in-failed', session, 'Wrong code of the second step');
    throw new AppError(401, 'wrong-code', wrongCode);
  }
  await attempt.succeed();
  const raised = await sessions.begin(userId, 'aal2', visitor);
  const detail = isRecovery
    ? `With a recovery code, ${await countRecoveryCodes(db, userId)} left`
    : 'With a code of the authenticator app';
  await recordSignIn(deps, raised, detail);
  return raised;
}

async function takeCode(deps: AccountDeps, userId: string, code: string): Promise<boolean> {
  const factor = await findAuthenticator(deps.db, userId, 'verified');
  if (!factor) return false;
  const secret = await readSecret(deps, factor);
  if (!secret) {
    throw new AppError(
      409,
      'unreadable-factor',
      'Your authenticator app no longer works here because the server’s secret was changed. Ask your developer to restore the old secret or reset your account.',
      {
        message:
          'An authenticator belongs to another secret: restore the old AUTH_SECRET or the old file `secret`, or run `npm run admin -- reset <email> --without-second-factor`',
      },
    );
  }
  const step = findStep(secret, code, new Date());
  return step !== undefined && takeStep(deps.db, factor.id, step);
}

const recoveryCodeCount = 10;

/** Replaces the recovery codes. Requires the password and an existing second factor. */
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
