import type { Config } from '#platform/config/config.ts';
import type { Logger } from '#platform/log/logger.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import type { AccountDeps } from './account-deps.ts';

import { createDevices } from './auth/devices.ts';
import { createSessions } from './auth/sessions.ts';
import { authorise, enterAdmin, isComplete } from './authorise.ts';
import * as emailSignIn from './email-sign-in.ts';
import { isSetUpToken, prepareFirstAdmin, setUpAdmin } from './first-admin.ts';
import {
  beginLinking,
  beginProviderSignIn,
  createProviderApi,
  finishProviderVisit,
  unlinkIdentity,
} from './link-identities.ts';
import * as passkeys from './passkeys.ts';
import { changePassword } from './passwords.ts';
import { hasPasskeys } from './queries/factors.ts';
import { findLiveSession } from './queries/sessions.ts';
import { readAccount } from './read-account.ts';
import {
  beginAuthenticator,
  findFactors,
  passChallenge,
  removeAuthenticator,
  renewRecoveryCodes,
  verifyAuthenticator,
} from './second-factor.ts';
import { endSession, signIn, signOut } from './sign-in.ts';

interface AccountServicesOptions
  extends Omit<AccountDeps, 'sessions' | 'devices' | 'getProviderApi' | 'providerName'>,
    Pick<Config, 'oidc'> {
  log: Logger;
}

export type AccountServices = ReturnType<typeof createAccountServices>;

/** Creates the use cases of accounts and sign-in. */
export function createAccountServices({ oidc, ...shared }: AccountServicesOptions) {
  const { db } = shared;
  const sessions = createSessions(shared);
  const deps: AccountDeps = {
    ...shared,
    sessions,
    devices: createDevices(shared),
    getProviderApi: oidc && createProviderApi({ ...shared, oidc }),
    providerName: oidc?.name,
  };
  return {
    ...bindUseCases(deps, {
      ...emailSignIn,
      findFactors,
      beginAuthenticator,
      verifyAuthenticator,
      removeAuthenticator,
      passChallenge,
      ...passkeys,
      beginProviderSignIn,
      beginLinking,
      finishProviderVisit,
      unlinkIdentity,
      signIn,
      signOut,
      endSession,
      changePassword,
      isComplete,
      authorise,
      enterAdmin,
      readAccount,
      renewRecoveryCodes,
      isSetUpToken,
      setUpAdmin,
      prepareFirstAdmin,
    }),
    /** The name of the identity provider, if there is one. */
    providerName: oidc?.name,
    /** Whether ADMIN_EMAILS invites anyone. */
    isSignUpOpen: shared.adminEmails.length > 0,
    hasPasskeys: () => hasPasskeys(db),
    findSession: sessions.find,
    /** Returns whether a session is still live, without extending it. */
    isSessionLive: async (id: string) => (await findLiveSession(db, id)) !== undefined,
    signApiToken: sessions.signApiToken,
    /** Returns the public keys of API tokens, as a JSON Web Key Set. */
    listSigningKeys: async (): Promise<{ keys: object[] }> => sessions.auth.api.getJwks(),
  };
}
