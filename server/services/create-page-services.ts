import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import type { CaptchaConfig } from '#server/captcha/captcha.ts';
import { describeError } from '#server/errors.ts';
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
  oidc,
  log,
}: PageServicesOptions): PageServices {
  return {
    siteUrl,
    content,
    takeLead: (lead) => takeLead(services, lead, log),
    ...createBookingPages(services),
    enterAdmin: (visitor) => orUnavailable(accounts.enterAdmin(visitor)),
    accounts: createAccountPages({ accounts, captcha, oidc }),
  };
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
