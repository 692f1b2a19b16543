import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { CaptchaConfig } from '#server/captcha/captcha.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import { AppError, describeError } from '#server/errors.ts';
import type { PageServices, PublicContent } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import { createAccountPages, orUnavailable } from './accounts/create-account-pages.ts';
import type { AccountServices } from './accounts/create-account-services.ts';
import { createBookingPages } from './bookings/create-booking-pages.ts';
import type { createServices } from './create-services.ts';

interface PageServicesOptions {
  siteUrl: string;
  content: PublicContent;
  services: Omit<ReturnType<typeof createServices>, 'replayer' | 'jobHandlers'>;
  accounts: AccountServices;
  captcha: CaptchaConfig | undefined;
  checkHuman: CheckHuman;
  oidc: OidcConfig | undefined;
  log: Logger;
}

/** What the pages may ask for, on the same use cases that the API stands on. */
export function createPageServices({
  siteUrl,
  content,
  services,
  accounts,
  captcha,
  checkHuman,
  oidc,
  log,
}: PageServicesOptions): PageServices {
  return {
    siteUrl,
    captcha: captcha ? { kind: captcha.kind, siteKey: captcha.siteKey } : null,
    content,
    refuseRobot: (token, visitor) => refuseRobot(checkHuman, token, visitor),
    takeLead: (lead) => takeLead(services, lead, log),
    ...createBookingPages(services),
    enterAdmin: (visitor) => orUnavailable(accounts.enterAdmin(visitor)),
    accounts: createAccountPages({ accounts, oidc }),
  };
}

async function refuseRobot(
  checkHuman: CheckHuman,
  token: string | undefined,
  { address }: Visitor,
): Promise<string | undefined> {
  try {
    await checkHuman({ token, address });
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return error.fieldErrors[0]?.message;
    throw error;
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
