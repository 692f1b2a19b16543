import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { CaptchaConfig } from '#server/captcha/captcha.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import { AppError, describeError } from '#server/errors.ts';
import type { Outcome, PageServices, PublicContent } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import { createAccountPages, orUnavailable } from './accounts/create-account-pages.ts';
import type { AccountServices } from './accounts/create-account-services.ts';
import { createBookingPages } from './bookings/create-booking-pages.ts';
import type { createServices } from './create-services.ts';
import { toOutcome } from './to-outcome.ts';

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
    takeLead: (lead, visitor) => takeLead({ services, log }, lead, visitor),
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
    if (!isRefusal(error)) throw error;
    return error.fieldErrors[0]?.message ?? error.userMessage;
  }
}

/** Whether an error says that what was asked is not in order, rather than that it failed. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

async function takeLead(
  { services, log }: Pick<PageServicesOptions, 'services' | 'log'>,
  content: LeadContent,
  visitor: Visitor,
): Promise<Outcome> {
  const id = randomUUID();
  const submit = () => services.submitLead({ id, ...content }, visitor);
  const accept = () => services.acceptSubmission({ kind: 'lead', id, content }, visitor);
  return toOutcome(async () => {
    await submit().catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      log.warn({ reason: describeError(error) }, 'A lead could not be stored; falling back');
      return accept();
    });
    return {};
  });
}
