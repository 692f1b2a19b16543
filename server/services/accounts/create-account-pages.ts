import type { OidcConfig } from '#server/auth/create-auth.ts';
import { AppError } from '#server/errors.ts';
import type { AccountOutcome, AccountPages } from '#server/http/page-context.ts';
import type { AccountServices } from './create-account-services.ts';

interface AccountPagesOptions {
  accounts: AccountServices;
  oidc: OidcConfig | undefined;
}

/** What the pages of the sign-in may ask for, on the same use cases that the API stands on. */
export function createAccountPages({ accounts, oidc }: AccountPagesOptions): AccountPages {
  return {
    doors: {
      providerName: oidc?.name ?? null,
    },
    signIn: (...given) => toOutcome(accounts.signIn(...given)),
    passChallenge: (...given) => toOutcome(accounts.passChallenge(...given)),
    requestMail: (...given) => toOutcome(accounts.requestMail(...given).then(noCookies)),
    requestSignUp: (...given) => toOutcome(accounts.requestSignUp(...given).then(noCookies)),
    confirmSignUp: (...given) => toOutcome(accounts.confirmSignUp(...given)),
    setNewPassword: (...given) => toOutcome(accounts.setNewPassword(...given)),
    signInByLink: (...given) => toOutcome(accounts.signInByLink(...given)),
    signInByCode: (...given) => toOutcome(accounts.signInByCode(...given)),
    isLinkGood: (...given) => orUnavailable(accounts.isLinkGood(...given)),
    async beginProviderSignIn(next, visitor) {
      let url = '';
      const outcome = await toOutcome(
        accounts.beginProviderSignIn(next, visitor).then((visit) => {
          url = visit.url;
          return visit;
        }),
      );
      return { ...outcome, url };
    },
    signOut: (visitor) => orUnavailable(accounts.signOut(visitor)),
    isSetUpToken: (...given) => orUnavailable(accounts.isSetUpToken(...given)),
    setUpAdmin: (...given) => toOutcome(accounts.setUpAdmin(...given)),
  };
}

/** Asking for a mail changes nothing about who is signed in. */
const noCookies = () => ({ cookies: [] });

/** A refusal is an answer that the form shows; only what nobody foresaw is thrown. */
async function toOutcome(doing: Promise<{ cookies: string[] }>): Promise<AccountOutcome> {
  try {
    const { cookies } = await doing;
    return { isDone: true, cookies };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { userMessage: message, status, headers } = error;
    const fieldErrors: Record<string, string[]> = {};
    for (const { field, message: wrong } of error.fieldErrors) fieldErrors[field] = [wrong];
    return { isDone: false, message, fieldErrors, status, headers };
  }
}

/** A database that is away becomes the answer that a page shows as such. */
export async function orUnavailable<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof AppError && error.status === 503)) throw error;
    const { userMessage, status, headers } = error;
    throw new Response(userMessage, { status, statusText: 'Service Unavailable', headers });
  }
}
