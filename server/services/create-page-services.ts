import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import type { Session } from '#server/auth/sessions.ts';
import { AppError, describeError } from '#server/errors.ts';
import type { PageServices, PublicContent, SignInResult } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import type { AccountServices } from './accounts/create-account-services.ts';
import { createBookingPages } from './bookings/create-booking-pages.ts';
import type { createServices } from './create-services.ts';

interface PageServicesOptions {
  siteUrl: string;
  content: PublicContent;
  services: Omit<ReturnType<typeof createServices>, 'replayer' | 'jobHandlers'>;
  accounts: AccountServices;
  log: Logger;
}

/** What the pages may ask for, on the same use cases that the API stands on. */
export function createPageServices({
  siteUrl,
  content,
  services,
  accounts,
  log,
}: PageServicesOptions): PageServices {
  return {
    siteUrl,
    content,
    takeLead: (lead) => takeLead(services, lead, log),
    ...createBookingPages(services),
    enterAdmin: accounts.enterAdmin,
    signIn: (...given) => toSignInResult(accounts.signIn(...given)),
    signOut: accounts.signOut,
    isSetUpToken: accounts.isSetUpToken,
    setUpAdmin: (...given) => toSignInResult(accounts.setUpAdmin(...given)),
  };
}

/** A refusal is an answer that the form shows; only what nobody foresaw is thrown. */
async function toSignInResult(signingIn: Promise<Session>): Promise<SignInResult> {
  try {
    const { cookies } = await signingIn;
    return { isSignedIn: true, cookies };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { userMessage: message, status, headers } = error;
    return { isSignedIn: false, message, status, headers };
  }
}

async function takeLead(
  { submitLead, acceptSubmission }: PageServicesOptions['services'],
  content: LeadContent,
  log: Logger,
): Promise<boolean> {
  const id = randomUUID();
  try {
    await submitLead({ id, ...content });
    return true;
  } catch (error) {
    log.warn({ reason: describeError(error) }, 'A lead could not be stored; falling back');
  }
  try {
    await acceptSubmission({ kind: 'lead', id, content });
    return true;
  } catch (error) {
    log.error({ reason: describeError(error) }, 'A lead could not be taken');
    return false;
  }
}
