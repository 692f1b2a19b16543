import { isAPIError } from 'better-auth/api';
import type { newPasskey, passkeySignIn } from '#features/accounts/rules/account.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { pingDatabase } from '#platform/db/client.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { z } from '#rules/zod.ts';
import { type AccountDeps, recordAndNotify } from './account-deps.ts';
import { beginLink } from './attempts.ts';
import { toAuthHeaders } from './auth/create-auth.ts';
import { confirmPassword } from './passwords.ts';
import { deletePasskey, hasSecondFactor } from './queries/factors.ts';
import { deleteSession, deleteSessions } from './queries/sessions.ts';
import { dropUnneededCodes, noSuchFactor, replaceCodes } from './second-factor.ts';
import { recordSignIn } from './sign-in.ts';

/**
 * Starts to add a passkey. Requires the password. Returns the browser's options, and the cookies of
 * the challenge.
 */
export async function beginPasskey(
  deps: AccountDeps,
  session: Session,
  { password }: { password: string },
) {
  await confirmPassword(deps, session, password);
  const { headers, response: options } =
    await deps.sessions.auth.api.generatePasskeyRegistrationOptions({
      headers: toAuthHeaders(session.visitor),
      returnHeaders: true,
    });
  return { options, cookies: headers.getSetCookie() };
}

/**
 * Adds a passkey. Other sessions end. Returns the raised session, and recovery codes if this is the
 * first second factor. Throws `passkey-refused` (401).
 */
export async function addPasskey(
  deps: AccountDeps,
  session: Session,
  given: z.output<typeof newPasskey>,
) {
  const { db, sessions } = deps;
  const { userId, visitor } = session;
  const isFirst = !(await hasSecondFactor(db, userId));
  const { id } = await checkPasskey(
    deps,
    sessions.auth.api.verifyPasskeyRegistration({
      body: given,
      headers: toAuthHeaders(visitor),
    }),
  );
  try {
    const recoveryCodes = await db.transaction(async (transaction) => {
      await recordAndNotify(deps, transaction, 'passkey-added', session, given.name);
      await deleteSessions(transaction, userId, session.id);
      return isFirst ? replaceCodes(deps, transaction, userId) : undefined;
    });
    return { session: await sessions.begin(userId, 'aal2', visitor), recoveryCodes };
  } catch (error) {
    await deletePasskey(db, userId, id);
    throw error;
  }
}

/** Removes a passkey. Requires the password. */
export async function removePasskey(
  deps: AccountDeps,
  session: Session,
  { id, password }: { id: string; password: string },
): Promise<void> {
  await confirmPassword(deps, session, password);
  await deps.db.transaction(async (transaction) => {
    const removed = await deletePasskey(transaction, session.userId, id);
    if (!removed) throw noSuchFactor();
    await dropUnneededCodes(transaction, session.userId);
    await recordAndNotify(deps, transaction, 'passkey-removed', session, removed.name ?? undefined);
  });
}

/**
 * Starts a sign-in with a passkey. Returns the browser's options, and the cookies of the challenge.
 */
export async function beginPasskeySignIn(deps: AccountDeps, visitor: Visitor) {
  // Each challenge is good for one attempt, so counting challenges limits both.
  await beginLink(deps, visitor);
  const { headers, response } = await deps.sessions.auth.api.generatePasskeyAuthenticationOptions({
    headers: toAuthHeaders(visitor),
    returnHeaders: true,
  });
  const options = { ...response, userVerification: 'required' as const };
  return { options, cookies: headers.getSetCookie() };
}

/**
 * Signs in with a passkey, or completes another sign-in. The passkey has verified its user, so the
 * session has the raised level. Throws `passkey-refused` (401).
 */
export async function signInByPasskey(
  deps: AccountDeps,
  given: z.output<typeof passkeySignIn>,
  visitor: Visitor,
): Promise<Session> {
  const { db, sessions } = deps;
  const { session, user } = await checkPasskey(
    deps,
    sessions.auth.api.verifyPasskeyAuthentication({
      body: given,
      headers: toAuthHeaders(visitor),
    }),
  );
  // Better Auth has no levels, so its session is replaced with ours.
  await deleteSession(db, user.id, session.id);
  const raised = await sessions.begin(user.id, 'aal2', visitor);
  await recordSignIn(deps, raised, 'With a passkey');
  return raised;
}

/** Better Auth does not say whether the passkey or the database is at fault. */
async function checkPasskey<Result>({ db }: AccountDeps, checking: Promise<Result>) {
  try {
    return await checking;
  } catch (error) {
    if (!isAPIError(error)) throw error;
    await pingDatabase(db);
    throw new AppError(
      401,
      'passkey-refused',
      'This passkey was not accepted. Try again, or sign in another way.',
      { message: `A passkey was refused: ${error.message}` },
    );
  }
}
