import { Secret } from 'otpauth';
import { site } from '#content/site.ts';
import { wrongCode } from '#domain/account.ts';
import { decrypt, encrypt, hashToken } from '#server/auth/secret.ts';
import { createTotpSecret, findStep, toKeyUri } from '#server/auth/totp.ts';
import type { Session, Visitor } from '#server/auth/visitor.ts';
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
import { findAttemptKeys } from './attempts.ts';
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

/** The step whose code of a factor's secret this is now. */
const findStepOf = (secret: Secret | undefined, code: string) =>
  secret && findStep(secret, code, new Date());

/** What an authenticator app needs to know. Shown once. */
interface NewFactor {
  id: string;
  /** For typing it in. */
  secret: string;
  /** For the QR code. */
  uri: string;
}

/** Begins a factor, which counts once its first code is entered. Needs the password. */
export async function enrolFactor(
  deps: AccountDeps,
  session: Session,
  { friendlyName, password }: { friendlyName: string; password: string },
  visitor: Visitor,
): Promise<NewFactor> {
  await confirmPassword(deps, session, password, visitor);
  const secret = createTotpSecret();
  const encrypted = await encrypt(deps.secret, Buffer.from(secret.bytes).toString('base64'));
  const { userId, email } = session;
  const id = await deps.db.transaction((transaction) =>
    insertFactor(transaction, { userId, friendlyName, secret: encrypted }),
  );
  return { id, secret: secret.base32, uri: toKeyUri(secret, site.name, email) };
}

/** What a change of the factors leaves its maker with: a session of the raised level, and perhaps new codes. */
interface FactorChange {
  session: Session;
  /** Shown once; nothing when the account had some before. */
  recoveryCodes?: string[];
}

/**
 * Takes the first code of a factor: from now on the account demands it. Sessions that have
 * not presented it end; the one that has is replaced by one of the raised level.
 */
export async function verifyFactor(
  deps: AccountDeps,
  session: Session,
  { id, code }: { id: string; code: string },
  visitor: Visitor,
): Promise<FactorChange> {
  const { db } = deps;
  const { userId } = session;
  const attempt = await deps.limiter.beginAttempt(
    await findAttemptKeys(deps, 'challenge', session.email, visitor),
  );
  const found = await findFactor(db, userId, id);
  if (found?.status !== 'unverified') throw noSuchFactor();
  const step = findStepOf(await readSecret(deps, found), code);
  if (step === undefined) throw invalidBody([{ field: 'code', message: wrongCode }]);
  const recoveryCodes = await db.transaction(async (transaction) => {
    const isFirst = !(await hasVerifiedFactor(transaction, userId));
    if (!(await takeStep(transaction, id, step))) {
      throw invalidBody([{ field: 'code', message: wrongCode }]);
    }
    await recordAndNotify(deps, transaction, 'factor-added', session, visitor, found.friendlyName);
    await deleteSessions(transaction, userId, { exceptId: session.id });
    return isFirst ? replaceCodes(deps, transaction, userId) : undefined;
  });
  await attempt.succeed();
  const raised = await deps.sessions.begin(userId, 'aal2', visitor);
  return { session: raised, ...(recoveryCodes && { recoveryCodes }) };
}

/** Removes a factor. Needs the password. With the last one its recovery codes go too. */
export async function removeFactor(
  deps: AccountDeps,
  session: Session,
  { id, password }: { id: string; password: string },
  visitor: Visitor,
): Promise<void> {
  await confirmPassword(deps, session, password, visitor);
  await deps.db.transaction(async (transaction) => {
    const name = await deleteFactor(transaction, session.userId, id);
    if (name === undefined) throw noSuchFactor();
    if (!(await hasVerifiedFactor(transaction, session.userId))) {
      await replaceRecoveryCodes(transaction, session.userId, []);
    }
    await recordAndNotify(deps, transaction, 'factor-removed', session, visitor, name);
  });
}

/** Makes new recovery codes in place of the old ones. Needs the password, and a factor to recover from. */
export async function renewRecoveryCodes(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
  visitor: Visitor,
): Promise<string[]> {
  await confirmPassword(deps, session, password, visitor);
  return deps.db.transaction(async (transaction) => {
    if (!(await hasVerifiedFactor(transaction, session.userId))) throw noSuchFactor();
    await recordAndNotify(deps, transaction, 'recovery-codes-made', session, visitor);
    return replaceCodes(deps, transaction, session.userId);
  });
}

/**
 * The second step of a sign-in: a code of any of the account's factors, or a recovery code,
 * each of which works once. Returns the session of the raised level that takes the place of
 * the first. Throws `signed-out` (401), `too-many-attempts` (429), `wrong-code` (401),
 * `unreadable-factor` (409).
 */
export async function passChallenge(
  deps: AccountDeps,
  code: string,
  visitor: Visitor,
): Promise<Session> {
  const { db, sessions } = deps;
  const session = await sessions.find(visitor);
  if (!session) throw signedOut();
  const { userId } = session;
  const attempt = await deps.limiter.beginAttempt(
    await findAttemptKeys(deps, 'challenge', session.email, visitor),
  );
  const passed = await takeCode(deps, userId, code);
  if (!passed) {
    await recordEvent(db, 'second-factor-failed', session, visitor);
    throw new AppError(401, 'wrong-code', wrongCode, {
      message: 'A wrong code of a second factor',
    });
  }
  await attempt.succeed();
  const raised = await sessions.begin(userId, 'aal2', visitor);
  if (passed === 'recovery') {
    const detail = `${await countRecoveryCodes(db, userId)} left`;
    await recordSignIn(deps, raised, visitor, { kind: 'recovery-code-used', detail });
  } else await recordSignIn(deps, raised, visitor, { kind: 'second-factor-passed' });
  return raised;
}

async function takeCode(
  deps: AccountDeps,
  userId: string,
  code: string,
): Promise<'totp' | 'recovery' | undefined> {
  if (!/^\d+$/.test(code)) {
    const hash = hashToken(deps.secret, 'recovery', code);
    return (await takeRecoveryCode(deps.db, userId, hash)) ? 'recovery' : undefined;
  }
  const factors = await listVerifiedFactors(deps.db, userId);
  const secrets = await Promise.all(factors.map((factor) => readSecret(deps, factor)));
  if (factors.length > 0 && secrets.every((secret) => !secret)) throw unreadableFactor();
  for (const [index, { id }] of factors.entries()) {
    const step = findStepOf(secrets[index], code);
    if (step !== undefined && (await takeStep(deps.db, id, step))) return 'totp';
  }
  return undefined;
}

async function replaceCodes(
  { secret }: AccountDeps,
  db: Parameters<typeof replaceRecoveryCodes>[0],
  userId: string,
): Promise<string[]> {
  // 60 bits each, of letters and digits that are not easily mistaken.
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ size: 8 }).base32.slice(0, 12),
  );
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashToken(secret, 'recovery', code)),
  );
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** It was encrypted under another secret of the site: no code fits it any more. */
const unreadableFactor = () =>
  new AppError(
    409,
    'unreadable-factor',
    'This site can no longer check your authenticator, because its secret was changed. Whoever runs the site can put the former secret back, or reset your account.',
    { message: 'A second factor was encrypted under another secret' },
  );

const noSuchFactor = () =>
  new AppError(
    404,
    'no-such-factor',
    'This second factor is not there any more. Please reload the page.',
  );
