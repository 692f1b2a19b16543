import { createApiTokens } from '#server/auth/api-tokens.ts';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import { createDevices } from '#server/auth/devices.ts';
import { createIdentities } from '#server/auth/identities.ts';
import { createSessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { VerifyCaptcha } from '#server/captcha/captcha.ts';
import type { Database } from '#server/db/executor.ts';
import { findLiveSession } from '#server/db/queries/sessions.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { Logger } from '#server/logger.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import { createAttempts } from './attempts.ts';
import { authorise, enterAdmin, isComplete } from './authorise.ts';
import { endSession, signOut } from './end-sessions.ts';
import { isSetUpToken, prepareFirstAdmin, setUpAdmin } from './first-admin.ts';
import {
  beginLinking,
  beginProviderSignIn,
  finishProviderVisit,
  unlinkIdentity,
} from './link-identities.ts';
import { changePassword } from './passwords.ts';
import { readAccount } from './read-account.ts';
import {
  confirmSignUp,
  isLinkGood,
  setNewPassword,
  signInByCode,
  signInByLink,
} from './redeem-email-token.ts';
import { requestMail, requestSignUp } from './request-mail.ts';
import {
  enrolFactor,
  passChallenge,
  removeFactor,
  renewRecoveryCodes,
  verifyFactor,
} from './second-factor.ts';
import { signIn } from './sign-in.ts';

interface AccountServicesOptions {
  db: Database;
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
  /** Absent without the keys of a provider: then everybody passes. */
  verifyCaptcha: VerifyCaptcha | undefined;
  /** A provider whose accounts may be linked with ours. */
  oidc: OidcConfig | undefined;
}

export type AccountServices = ReturnType<typeof createAccountServices>;

/** Puts together who may come in and how. Starts nothing. */
export function createAccountServices({
  hasRateLimits,
  oidc,
  verifyCaptcha,
  ...shared
}: AccountServicesOptions) {
  const { db } = shared;
  const sessions = createSessions(shared);
  const apiTokens = createApiTokens(db, sessions);
  const useCases = bindUseCases(
    {
      ...shared,
      sessions,
      apiTokens,
      devices: createDevices(shared),
      attempts: createAttempts({ db, isEnabled: hasRateLimits }),
      identities: oidc && createIdentities({ ...shared, oidc }),
      providerName: oidc?.name,
    },
    {
      signIn,
      signInByCode,
      signInByLink,
      passChallenge,
      requestMail,
      requestSignUp,
      confirmSignUp,
      setNewPassword,
      isLinkGood,
      isComplete,
      authorise,
      enterAdmin,
      signOut,
      endSession,
      changePassword,
      enrolFactor,
      verifyFactor,
      removeFactor,
      renewRecoveryCodes,
      readAccount,
      beginProviderSignIn,
      beginLinking,
      finishProviderVisit,
      unlinkIdentity,
      isSetUpToken,
      setUpAdmin,
      prepareFirstAdmin,
    },
  );

  /** A use case that a robot must not reach. */
  const withCaptcha =
    <Given extends object, Result>(useCase: (given: Given, visitor: Visitor) => Promise<Result>) =>
    async (given: Given & { captchaToken?: string | undefined }, visitor: Visitor) => {
      await verifyCaptcha?.(given.captchaToken, visitor.ipAddress);
      return useCase(given, visitor);
    };

  return {
    ...useCases,
    signIn: withCaptcha(useCases.signIn),
    signInByCode: withCaptcha(useCases.signInByCode),
    requestMail: withCaptcha(useCases.requestMail),
    requestSignUp: withCaptcha(useCases.requestSignUp),
    findSession: sessions.find,
    /** Whether a session has not ended. Unlike finding it, this does not prolong it. */
    isSessionLive: async (id: string) => (await findLiveSession(db, id)) !== undefined,
    /** Makes a token for an API client, as good as the session. */
    signApiToken: apiTokens.sign,
    listSigningKeys: apiTokens.listKeys,
  };
}
