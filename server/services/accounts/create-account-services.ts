import type { Credentials, SignOutScope } from '#domain/account.ts';
import { createApiTokens } from '#server/auth/api-tokens.ts';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import { createDevices } from '#server/auth/devices.ts';
import { createIdentities } from '#server/auth/identities.ts';
import { createSessions, type Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { VerifyCaptcha } from '#server/captcha/captcha.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { findLiveSession } from '#server/db/queries/sessions.ts';
import { toNetworkKey } from '#server/http/client-address.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { Logger } from '#server/logger.ts';
import { enterAdmin } from '#server/services/admin/enter-admin.ts';
import { createAttempts } from './attempts.ts';
import { authorise, isComplete } from './authorise.ts';
import { endSession, signOut } from './end-sessions.ts';
import {
  beginLinking,
  beginProviderSignIn,
  finishProviderVisit,
  unlinkIdentity,
} from './link-identities.ts';
import { changePassword } from './passwords.ts';
import { prepareFirstAdmin } from './prepare-first-admin.ts';
import { readAccount } from './read-account.ts';
import { requestMail, requestSignUp } from './request-mail.ts';
import {
  enrolFactor,
  passChallenge,
  removeFactor,
  renewRecoveryCodes,
  verifyFactor,
} from './second-factor.ts';
import { setUpAdmin } from './set-up-admin.ts';
import { isSetUpToken } from './set-up-link.ts';
import { signIn } from './sign-in.ts';
import { startSession } from './start-session.ts';
import {
  confirmSignUp,
  isLinkGood,
  setNewPassword,
  signInByCode,
  signInByLink,
} from './use-mail.ts';

interface AccountServicesOptions {
  db: Database;
  circuit: DatabaseCircuit;
  log: Logger;
  siteUrl: string;
  sendMail: SendMail;
  secret: string;
  /** False when RATE_LIMITS=off. */
  hasRateLimits: boolean;
  /** What ADMIN_EMAIL and ADMIN_PASSWORD say. */
  admin: { email: string; password: string } | undefined;
  /** What ADMIN_EMAILS says, in lower case. */
  adminEmails: string[];
  verifyCaptcha: VerifyCaptcha;
  /** A provider whose accounts may be linked with ours. */
  oidc: OidcConfig | undefined;
}

/** The longest that anything here waits for the database, in milliseconds. */
const timeoutMs = 6_000;

export type AccountServices = ReturnType<typeof createAccountServices>;

/** Puts together who may come in and how. Starts nothing. */
export function createAccountServices({
  admin,
  hasRateLimits,
  oidc,
  verifyCaptcha,
  ...shared
}: AccountServicesOptions) {
  const { db, circuit } = shared;
  const sessions = createSessions(shared);
  const deps = {
    ...shared,
    sessions,
    devices: createDevices(shared),
    apiTokens: createApiTokens(db, sessions),
    attempts: createAttempts({ db, circuit, isEnabled: hasRateLimits }),
    identities: oidc && createIdentities({ ...shared, oidc }),
    providerName: oidc?.name,
  };

  /** A use case that waits for the database no longer than it should. */
  const bound =
    <Given extends unknown[], Result>(
      useCase: (have: typeof deps, ...given: Given) => Promise<Result>,
    ) =>
    (...given: Given): Promise<Result> =>
      circuit.run(() => useCase(deps, ...given), timeoutMs);

  /** A use case that a robot must not reach. */
  const forPeople =
    <Given extends object, Result>(useCase: (given: Given, visitor: Visitor) => Promise<Result>) =>
    async (given: Given & { captchaToken?: string | undefined }, visitor: Visitor) => {
      await verifyCaptcha(given.captchaToken, visitor.address);
      return useCase(given, visitor);
    };

  return {
    signIn: forPeople((given: Credentials, visitor) => signIn(deps, given, visitor)),
    signInByCode: forPeople(bound(signInByCode)),
    requestMail: forPeople(bound(requestMail)),
    requestSignUp: forPeople(bound(requestSignUp)),
    signInByLink: bound(signInByLink),
    passChallenge: bound(passChallenge),
    confirmSignUp: bound(confirmSignUp),
    setNewPassword: bound(setNewPassword),
    isLinkGood: bound(isLinkGood),

    findSession: sessions.find,
    /** Whether a session has not ended. Unlike finding it, this does not prolong it. */
    isSessionLive: bound(async (_, id: string) => (await findLiveSession(db, id)) !== undefined),
    /** Whether a session opens the admin, or a second factor is still owed. */
    isComplete: bound(isComplete),
    /** Who may administer. Throws 401 or 403 for everybody else. */
    authorise: (visitor: Visitor) => authorise(deps, visitor),
    signOut: (visitor: Visitor, scope: SignOutScope = 'local') =>
      circuit.run(() => signOut(deps, scope, visitor), timeoutMs),
    endSession: bound(endSession),

    changePassword: bound(changePassword),
    enrolFactor: bound(enrolFactor),
    verifyFactor: bound(verifyFactor),
    removeFactor: bound(removeFactor),
    renewRecoveryCodes: bound(renewRecoveryCodes),
    readAccount: bound(readAccount),

    // These ask a server elsewhere: their waits are not the database's.
    beginProviderSignIn: (next: string, visitor: Visitor) =>
      beginProviderSignIn(deps, next, visitor),
    beginLinking: (session: Session, given: { password: string }, visitor: Visitor) =>
      beginLinking(deps, session, given, visitor),
    finishProviderVisit: (query: Record<string, string>, visitor: Visitor) =>
      finishProviderVisit(deps, query, visitor),
    unlinkIdentity: bound(unlinkIdentity),

    /** A token for an API client, as good as the session. */
    signApiToken: bound((_, session: Session) => deps.apiTokens.sign(session)),
    listSigningKeys: bound(() => deps.apiTokens.listKeys()),

    enterAdmin: (visitor: Visitor) => enterAdmin(deps, visitor),
    isSetUpToken: bound((_, token: string) => isSetUpToken(db, token)),
    /** Makes the first account and signs it in. */
    setUpAdmin: bound(async (_, token: string, credentials: Credentials, visitor: Visitor) => {
      const network = toNetworkKey(visitor.address);
      const attempt = await deps.attempts.begin({ 'link:network': network });
      const userId = await setUpAdmin(db, token, credentials, visitor);
      await attempt.succeed();
      return startSession(deps, { userId }, visitor, { detail: 'set-up link' });
    }),
    /** To be done once at start, on a migrated database. */
    prepareFirstAdmin: () => prepareFirstAdmin({ db, admin }),
  };
}
