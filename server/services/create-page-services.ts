import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import type { CaptchaConfig } from '#server/captcha/captcha.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { listTestimonials } from '#server/db/queries/testimonials.ts';
import { describeError } from '#server/errors.ts';
import type { PageServices } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import { createAccountPages, orUnavailable } from './accounts/create-account-pages.ts';
import type { AccountServices } from './accounts/create-account-services.ts';
import type { createServices } from './create-services.ts';

/** Pages do not wait longer than this for what they can do without, in milliseconds. */
const queryTimeout = 2_000;

interface PageServicesOptions {
  db: Database;
  circuit: DatabaseCircuit;
  services: Pick<ReturnType<typeof createServices>, 'submitLead' | 'acceptSubmission'>;
  accounts: AccountServices;
  captcha: CaptchaConfig | undefined;
  oidc: OidcConfig | undefined;
  log: Logger;
}

/** What the pages may ask for, on the same use cases that the API stands on. */
export function createPageServices({
  db,
  circuit,
  services,
  accounts,
  captcha,
  oidc,
  log,
}: PageServicesOptions): PageServices {
  return {
    async listTestimonials() {
      try {
        return await circuit.run(() => listTestimonials(db), queryTimeout);
      } catch (error) {
        // The home page has pictures of its own: it stands without the database.
        log.warn({ reason: describeError(error) }, 'The testimonials could not be read');
        return [];
      }
    },
    takeLead: (content) => takeLead(services, content, log),
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
