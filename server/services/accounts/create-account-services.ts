import { createApiTokens } from '#server/auth/api-tokens.ts';
import { createDevices } from '#server/auth/devices.ts';
import { createIdentities } from '#server/auth/identities.ts';
import { createSessions } from '#server/auth/sessions.ts';
import type { Config } from '#server/config.ts';
import { findLiveSession } from '#server/db/queries/sessions.ts';
import type { Logger } from '#server/logger.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import type { AccountDeps } from './account-deps.ts';
import { requestMail, requestSignUp } from './account-mails.ts';
import { authorise, enterAdmin, isComplete } from './authorise.ts';
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
import {
  enrolFactor,
  passChallenge,
  removeFactor,
  renewRecoveryCodes,
  verifyFactor,
} from './second-factor.ts';
import { endSession, signIn, signOut } from './sign-in.ts';

interface AccountServicesOptions
  extends Omit<AccountDeps, 'sessions' | 'apiTokens' | 'devices' | 'identities' | 'providerName'>,
    Pick<Config, 'siteUrl' | 'oidc'> {
  log: Logger;
}

export type AccountServices = ReturnType<typeof createAccountServices>;

/** Puts together who may come in and how. Starts nothing. */
export function createAccountServices({ oidc, ...shared }: AccountServicesOptions) {
  const { db } = shared;
  const sessions = createSessions(shared);
  const apiTokens = createApiTokens(db, sessions);
  const deps: AccountDeps = {
    ...shared,
    sessions,
    apiTokens,
    devices: createDevices(shared),
    identities: oidc && createIdentities({ ...shared, oidc }),
    providerName: oidc?.name,
  };
  return {
    ...bindUseCases(deps, {
      ...{ signIn, signInByCode, signInByLink, passChallenge },
      ...{ requestMail, requestSignUp, confirmSignUp, setNewPassword, isLinkGood },
      ...{ isComplete, authorise, enterAdmin, signOut, endSession, changePassword },
      ...{ enrolFactor, verifyFactor, removeFactor, renewRecoveryCodes, readAccount },
      ...{ beginProviderSignIn, beginLinking, finishProviderVisit, unlinkIdentity },
      ...{ isSetUpToken, setUpAdmin, prepareFirstAdmin },
    }),
    /** Whether anybody is invited to sign up (ADMIN_EMAILS). */
    isSignUpOpen: shared.adminEmails.length > 0,
    findSession: sessions.find,
    /** Returns whether a session has not ended. Unlike finding it, this does not prolong it. */
    isSessionLive: async (id: string) => (await findLiveSession(db, id)) !== undefined,
    /** Makes a token for an API client, as good as the session. */
    signApiToken: apiTokens.sign,
    listSigningKeys: apiTokens.listKeys,
  };
}
