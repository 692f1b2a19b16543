import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { newPasskey, passkeySignIn } from '#features/accounts/rules/account.ts';
import type { Session, Visitor } from '#platform/auth/visitor.ts';
import { AppError, describeError } from '#platform/errors/errors.ts';
import type { z } from '#rules/zod.ts';
import { type AccountDeps, recordAndNotify } from './account-deps.ts';
import { beginLink } from './attempts.ts';
import { issueChallenge, takeChallenge } from './auth/passkey-challenges.ts';
import { confirmPassword } from './passwords.ts';
import {
  deletePasskey,
  findPasskey,
  hasSecondFactor,
  insertPasskey,
  listPasskeys,
  setPasskeyCounter,
} from './queries/factors.ts';
import { deleteSessions } from './queries/sessions.ts';
import { dropUnneededCodes, noSuchFactor, replaceCodes } from './second-factor.ts';
import { recordSignIn } from './sign-in.ts';

/** EdDSA, ES256 and RS256. Node prints a warning if the library looks for newer ones. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** What every response must match. Passkeys verify their user, so that one counts as two factors. */
const toExpectation = ({ siteUrl }: AccountDeps) => ({
  expectedOrigin: new URL(siteUrl).origin,
  expectedRPID: new URL(siteUrl).hostname,
  requireUserVerification: true,
});

/** Returns the account's passkeys as the browser wants them. */
const describePasskeys = async ({ db }: AccountDeps, userId: string) =>
  (await listPasskeys(db, userId)).map(({ credentialID, transports }) => ({
    id: credentialID,
    transports: toTransports(transports?.split(',')),
  }));

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Newer browsers may name transports that the library does not know. */
const toTransports = (names: string[] = []) =>
  knownTransports.filter((transport) => names.includes(transport));

/** The browser does not show the reason. */
function refuse(reason: unknown): never {
  throw new AppError(
    401,
    'passkey-refused',
    'This passkey was not accepted. Try again, or sign in another way.',
    { message: `A passkey was refused: ${describeError(reason)}` },
  );
}

const findChallenge = async (...given: Parameters<typeof takeChallenge>) =>
  (await takeChallenge(...given)) ?? refuse('There is no challenge');

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
  const { hostname } = new URL(deps.siteUrl);
  const options = await generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    supportedAlgorithmIDs,
    userName: session.email,
    userDisplayName: session.email,
    excludeCredentials: await describePasskeys(deps, session.userId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const cookie = await issueChallenge(deps, options.challenge, session.userId);
  return { options, cookies: [cookie] };
}

/**
 * Adds a passkey. Other sessions end. Returns the raised session, and recovery codes if this is the
 * first second factor. Throws `passkey-refused` (401).
 */
export async function addPasskey(
  deps: AccountDeps,
  session: Session,
  { name, response }: z.output<typeof newPasskey>,
) {
  const { db, sessions } = deps;
  const { userId, visitor } = session;
  const expectedChallenge = await findChallenge(deps, visitor, userId);
  const transports = toTransports(response.response.transports);
  const { registrationInfo = refuse('It is not verified') } = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { ...response.response, transports },
      clientExtensionResults: {},
    },
    expectedChallenge,
    supportedAlgorithmIDs,
    ...toExpectation(deps),
  }).catch(refuse);
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
  const recoveryCodes = await db.transaction(async (transaction) => {
    const isFirst = !(await hasSecondFactor(transaction, userId));
    const isAdded = await insertPasskey(transaction, {
      userId,
      name,
      aaguid,
      credentialID: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      counter: credential.counter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      transports: transports.join(','),
    });
    if (!isAdded) refuse('The passkey is known already');
    await recordAndNotify(deps, transaction, 'passkey-added', session, name);
    await deleteSessions(transaction, userId, session.id);
    return isFirst ? replaceCodes(deps, transaction, userId) : undefined;
  });
  return { session: await sessions.begin(userId, 'aal2', visitor), recoveryCodes };
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
  // After the first step, only passkeys of that account are useful.
  const session = await deps.sessions.find(visitor);
  const options = await generateAuthenticationOptions({
    rpID: new URL(deps.siteUrl).hostname,
    userVerification: 'required',
    allowCredentials: session ? await describePasskeys(deps, session.userId) : [],
  });
  return { options, cookies: [await issueChallenge(deps, options.challenge)] };
}

/**
 * Signs in with a passkey, or completes another sign-in. The passkey has verified its user, so the
 * session has the raised level. Throws `passkey-refused` (401).
 */
export async function signInByPasskey(
  deps: AccountDeps,
  { response }: z.output<typeof passkeySignIn>,
  visitor: Visitor,
): Promise<Session> {
  const { db, sessions } = deps;
  const expectedChallenge = await findChallenge(deps, visitor);
  const passkey = (await findPasskey(db, response.id)) ?? refuse('No account has it');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    credential: {
      id: passkey.credentialID,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64')),
      counter: passkey.counter,
      transports: toTransports(passkey.transports?.split(',')),
    },
    ...toExpectation(deps),
  }).catch(refuse);
  if (!verified) refuse('The signature is wrong');
  await setPasskeyCounter(db, passkey.id, authenticationInfo.newCounter);
  const raised = await sessions.begin(passkey.userId, 'aal2', visitor);
  await recordSignIn(deps, raised, 'With a passkey');
  return raised;
}
