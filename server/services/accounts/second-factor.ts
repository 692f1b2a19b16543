import { Secret } from 'otpauth';
import { wrongCode } from '#domain/account.ts';
import { decrypt, encrypt, hashToken } from '#server/auth/secret.ts';
import { findStep, toKeyUri } from '#server/auth/totp.ts';
import type { Session, Visitor } from '#server/auth/visitor.ts';
import type { Executor } from '#server/db/executor.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  type Factor,
  findFactor,
  hasVerifiedFactor,
  insertFactor,
  listVerifiedFactors,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '#server/db/queries/factors.ts';
import { deleteSessions } from '#server/db/queries/sessions.ts';
import { AppError, invalidBody } from '#server/errors.ts';
import { type AccountDeps, recordAndNotify, recordEvent } from './account-deps.ts';
import { beginAttempt } from './attempts.ts';
import { signedOut } from './authorise.ts';
import { confirmPassword } from './passwords.ts';
import { recordSignIn } from './sign-in.ts';

const recoveryCodeCount = 10;

/** A factor's own secret. Nothing when it was encrypted under another secret of the site: then no code fits. */
async function readSecret({ secret }: AccountDeps, factor: Factor): Promise<Secret | undefined> {
  const decrypted = await decrypt(secret, factor.secret);
  if (decrypted === undefined) return undefined;
  return new Secret({ buffer: Uint8Array.from(Buffer.from(decrypted, 'base64')).buffer });
}

const findStepOf = (secret: Secret | undefined, code: string) =>
  secret && findStep(secret, code, new Date());

/**
 * Begins a factor, which counts once its first code is entered. Needs the password. Returns, once,
 * what an authenticator app needs: the secret for typing it in, and the same for the QR code.
 */
export async function enrolFactor(
  deps: AccountDeps,
  session: Session,
  { friendlyName, password }: { friendlyName: string; password: string },
) {
  await confirmPassword(deps, session, password);
  // 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 });
  const encrypted = await encrypt(deps.secret, Buffer.from(secret.bytes).toString('base64'));
  const { userId, email } = session;
  const id = await deps.db.transaction((transaction) =>
    insertFactor(transaction, { userId, friendlyName, secret: encrypted }),
  );
  const { site } = await deps.readFacts();
  return { id, secret: secret.base32, uri: toKeyUri(secret, site.name, email) };
}

/**
 * Takes the first code of a factor: sessions without it end. Returns the raised session and, with
 * the account's first factor, its recovery codes: they are shown once.
 */
export async function verifyFactor(
  deps: AccountDeps,
  session: Session,
  { id, code }: { id: string; code: string },
) {
  const { db } = deps;
  const { userId } = session;
  const attempt = await beginAttempt(deps, 'challenge', session.email, session.visitor);
  const found = await findFactor(db, userId, id);
  if (found?.status !== 'unverified') throw noSuchFactor();
  const step = findStepOf(await readSecret(deps, found), code);
  if (step === undefined) throw invalidBody([{ field: 'code', message: wrongCode }]);
  const recoveryCodes = await db.transaction(async (transaction) => {
    const isFirst = !(await hasVerifiedFactor(transaction, userId));
    if (!(await takeStep(transaction, id, step))) {
      throw invalidBody([{ field: 'code', message: wrongCode }]);
    }
    await recordAndNotify(deps, transaction, 'factor-added', session, found.friendlyName);
    await deleteSessions(transaction, userId, { exceptId: session.id });
    return isFirst ? replaceCodes(deps, transaction, userId) : undefined;
  });
  await attempt.succeed();
  return { session: await deps.sessions.begin(userId, 'aal2', session.visitor), recoveryCodes };
}

/** Removes a factor. Needs the password. With the last one its recovery codes go too. */
export async function removeFactor(
  deps: AccountDeps,
  session: Session,
  { id, password }: { id: string; password: string },
): Promise<void> {
  await confirmPassword(deps, session, password);
  await deps.db.transaction(async (transaction) => {
    const name = await deleteFactor(transaction, session.userId, id);
    if (name === undefined) throw noSuchFactor();
    if (!(await hasVerifiedFactor(transaction, session.userId))) {
      await replaceRecoveryCodes(transaction, session.userId, []);
    }
    await recordAndNotify(deps, transaction, 'factor-removed', session, name);
  });
}

/** Makes new recovery codes in place of the old ones. Needs the password, and a factor to recover from. */
export async function renewRecoveryCodes(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
): Promise<string[]> {
  await confirmPassword(deps, session, password);
  return deps.db.transaction(async (transaction) => {
    if (!(await hasVerifiedFactor(transaction, session.userId))) throw noSuchFactor();
    await recordAndNotify(deps, transaction, 'recovery-codes-made', session);
    return replaceCodes(deps, transaction, session.userId);
  });
}

/**
 * Completes a sign-in by a code of a factor, or a recovery code, each of which works once. Returns
 * the raised session. Throws `signed-out`, `wrong-code` (401), 429, `unreadable-factor` (409).
 */
export async function passChallenge(deps: AccountDeps, code: string, visitor: Visitor) {
  const { db, sessions } = deps;
  const session = await sessions.find(visitor);
  if (!session) throw signedOut();
  const { userId } = session;
  const attempt = await beginAttempt(deps, 'challenge', session.email, session.visitor);
  const passed = await takeCode(deps, userId, code);
  if (!passed) {
    await recordEvent(db, 'second-factor-failed', session);
    throw new AppError(401, 'wrong-code', wrongCode);
  }
  await attempt.succeed();
  const raised = await sessions.begin(userId, 'aal2', visitor);
  if (passed === 'recovery') {
    const detail = `${await countRecoveryCodes(db, userId)} left`;
    await recordSignIn(deps, raised, { kind: 'recovery-code-used', detail });
  } else await recordSignIn(deps, raised, { kind: 'second-factor-passed' });
  return raised;
}

/** Uses a code up. Returns what it was a code of; nothing when it was wrong. */
async function takeCode(deps: AccountDeps, userId: string, code: string) {
  if (!/^\d+$/.test(code)) {
    const hash = hashToken(deps.secret, 'recovery', code);
    return (await takeRecoveryCode(deps.db, userId, hash)) ? 'recovery' : undefined;
  }
  const factors = await listVerifiedFactors(deps.db, userId);
  const secrets = await Promise.all(factors.map((factor) => readSecret(deps, factor)));
  if (factors.length > 0 && secrets.every((secret) => !secret)) {
    throw new AppError(
      409,
      'unreadable-factor',
      'Your authenticator app no longer works here because the server’s secret was changed. Ask your developer to restore the old secret or reset your account.',
      { message: 'A second factor was encrypted under another secret' },
    );
  }
  for (const [index, { id }] of factors.entries()) {
    const step = findStepOf(secrets[index], code);
    if (step !== undefined && (await takeStep(deps.db, id, step))) return 'totp';
  }
  return undefined;
}

async function replaceCodes({ secret }: AccountDeps, db: Executor, userId: string) {
  // 60 bits each, of letters and digits that are not easily mistaken.
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ size: 8 }).base32.slice(0, 12),
  );
  const hashes = codes.map((code) => hashToken(secret, 'recovery', code));
  await replaceRecoveryCodes(db, userId, hashes);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

const noSuchFactor = () =>
  new AppError(404, 'no-such-factor', 'This authenticator was removed already. Reload the page.');
